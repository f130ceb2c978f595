// What the callbacks of one ad are as events of adjournal: lines of JSON. This file uses nothing of Unity.
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Adjournal
{
    /// <summary>Which events the lines have.</summary>
    public enum Recorded
    {
        /// <summary>The ad's events, and each callback as callback.received of the layer app.</summary>
        All,
        /// <summary>Only the callbacks: native code records the ad's events, with the same names.</summary>
        Callbacks,
    }

    /// <summary>One load and the ad that it delivers. Each method returns the lines to record, in their order.</summary>
    public sealed class AdEvents
    {
        private readonly string unit, format, request, ad;
        private readonly Recorded recorded;

        /// <summary>The number is different for each load of a session: it names the load and the ad.</summary>
        public AdEvents(string unit, string format, int number, Recorded recorded = Recorded.All)
        {
            this.unit = unit;
            this.format = format;
            this.recorded = recorded;
            request = "r-" + number;
            ad = "a-" + number;
        }

        public List<string> Requested(string reason = null) =>
            Lines(Load("ad.requested").Add("reason", reason), null);

        public List<string> Loaded(string response = null, string network = null, string creative = null) =>
            Lines(
                Load("ad.loaded").Add("ad", ad).Add("response", response).Add("network", network).Add("creative", creative),
                Callback("loaded").Add("ad", ad));

        public List<string> FailedToLoad(int code, string domain, string cause = null) =>
            Lines(Error(Load("ad.failed_to_load"), code, domain, cause),
                Callback("failed_to_load").Add("request", request));

        public List<string> PresentRequested(string trigger = null) =>
            Lines(Ad("ad.present_requested").Add("trigger", trigger), null);

        public List<string> Shown() => Lines(Ad("ad.will_present"), Of("will_present"));
        public List<string> Impression() => Lines(Ad("ad.impression"), Of("impression"));
        public List<string> Clicked() => Lines(Ad("ad.clicked"), Of("click"));
        public List<string> Dismissed() => Lines(Ad("ad.dismissed"), Of("dismissed"));

        public List<string> FailedToPresent(int code, string domain, string cause = null) =>
            Lines(Error(Ad("ad.failed_to_present"), code, domain, cause), Of("failed_to_present"));

        /// <summary>The value is in millionths of the currency.</summary>
        public List<string> Paid(double micros, string currency, string precision) =>
            Lines(
                Ad("ad.paid").Add("value_micros", System.Math.Round(micros)).Add("currency", currency)
                    .Add("precision", precision),
                Of("paid"));

        public List<string> RewardEarned(string type, double amount) =>
            Lines(new Line("ad.reward_earned").Add("ad", ad).Add("unit", unit).Add("type", type).Add("amount", amount),
                Of("reward"));

        private Line Load(string name) => new Line(name).Add("unit", unit).Add("format", format).Add("request", request);
        private Line Ad(string name) => new Line(name).Add("ad", ad).Add("unit", unit).Add("format", format);
        private Line Callback(string what) => new Line("callback.received").Add("layer", "app").Add("what", what);
        private Line Of(string what) => Callback(what).Add("ad", ad);

        // The message of an error can contain personal data and is not recorded.
        private static Line Error(Line line, int code, string domain, string cause) =>
            line.Add("error_domain", domain).Add("error_code", code).Add("cause", cause);

        private List<string> Lines(Line line, Line callback)
        {
            var lines = new List<string>();
            if (recorded == Recorded.All) lines.Add(line.Text);
            if (callback != null) lines.Add(callback.Add("unit", unit).Text);
            return lines;
        }
    }

    /// <summary>A JSON object on one line, without fields that are null.</summary>
    internal sealed class Line
    {
        private readonly StringBuilder text = new StringBuilder("{");

        public Line(string name) { Add("event", name); }

        public string Text => text + "}";

        public Line Add(string key, string value)
        {
            if (value == null) return this;
            Key(key).Append('"');
            foreach (var character in value)
            {
                if (character == '"' || character == '\\') text.Append('\\').Append(character);
                else if (character == '\n') text.Append("\\n");
                else if (character < ' ') text.AppendFormat("\\u{0:x4}", (int)character);
                else text.Append(character);
            }
            text.Append('"');
            return this;
        }

        public Line Add(string key, double value)
        {
            Key(key).Append(value.ToString("R", CultureInfo.InvariantCulture));
            return this;
        }

        private StringBuilder Key(string key)
        {
            if (text.Length > 1) text.Append(',');
            return text.Append('"').Append(key).Append("\":");
        }
    }
}
