// The lines of four loads, as scenario.ts has them; with a configuration, they are recorded by the C library instead.
using System;
using System.Collections.Generic;
using Adjournal;

public static class Scenario
{
    public static int Main(string[] words)
    {
        Console.OutputEncoding = new System.Text.UTF8Encoding(false);
        var recorded = words.Length > 0 && words[0] == "callbacks" ? Recorded.Callbacks : Recorded.All;
        Action<List<string>> print = lines => lines.ForEach(line => Console.Write(line + "\n"));
        if (words.Length > 1)
        {
            if (Journal.Open("{\"level\":1}") != -2 || !Journal.Error().Contains("`level`")) return 1;
            if (Journal.Open(words[1]) <= 0) return 1;
            print = lines => { if (Journal.Record(lines) <= 0 && lines.Count > 0) throw new Exception(Journal.Error()); };
        }
        const string unit = "ca-app-pub-3940256099942544/4411468910";

        var shown = new AdEvents(unit, "interstitial", 1, recorded);
        print(shown.Requested("launch"));
        print(shown.Loaded("response \"1\"\n", "Network ü"));
        print(shown.PresentRequested("user"));
        print(shown.Shown());
        print(shown.Impression());
        print(shown.Paid(1250.4, "EUR", "estimated"));
        print(shown.Clicked());
        print(shown.Dismissed());

        var rewarded = new AdEvents(unit, "rewarded", 2, recorded);
        print(rewarded.Requested());
        print(rewarded.Loaded());
        print(rewarded.PresentRequested());
        print(rewarded.Shown());
        print(rewarded.RewardEarned("coins", 2.5));
        print(rewarded.Dismissed());

        var failed = new AdEvents(unit, "app_open", 3, recorded);
        print(failed.Requested("foreground"));
        print(failed.FailedToLoad(1, "com.google.admob"));

        var hidden = new AdEvents(unit, "rewarded_interstitial", 4, recorded);
        print(hidden.Requested("dismissed"));
        print(hidden.Loaded("response 4"));
        print(hidden.PresentRequested("transition"));
        print(hidden.FailedToPresent(18, "com.google.admob"));

        if (words.Length > 1)
        {
            if (Journal.Flush() <= 0 || !Journal.Verdicts().Contains("\"callback-reaches-app\"")) return 1;
            return Journal.Close() == 0 ? 0 : 1;
        }
        return 0;
    }
}
