// The C library for C#: a session of adjournal.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;

namespace Adjournal
{
    /// <summary>The open session of the app. Any thread can record.</summary>
    public static class Journal
    {
#if UNITY_IOS && !UNITY_EDITOR
        // The framework is linked into the app.
        private const string Library = "__Internal";
#else
        private const string Library = "AdJournalC";
#endif
        [DllImport(Library)] private static extern long adjournal_open(byte[] configuration, UIntPtr length);
        [DllImport(Library)] private static extern long adjournal_record(long session, byte[] line, UIntPtr length);
        [DllImport(Library)] private static extern long adjournal_flush(long session);
        [DllImport(Library)] private static extern long adjournal_export(long session, byte[] path, UIntPtr length);
        [DllImport(Library)] private static extern long adjournal_verdicts(long session, byte[] text, UIntPtr capacity);
        [DllImport(Library)] private static extern long adjournal_close(long session);
        [DllImport(Library)] private static extern UIntPtr adjournal_error(byte[] text, UIntPtr capacity);

        private static long session;
        private static int loads;

        /// <summary>A new number for a load.</summary>
        public static int NextLoad() => System.Threading.Interlocked.Increment(ref loads);

        /// <summary>Opens the session; call it on the main thread. The keys are in adjournal.h.</summary>
        public static long Open(string configuration) =>
            session = adjournal_open(Bytes(configuration), Length(configuration));

        /// <summary>Records lines; returns the last result: a seq, or a status below 0.</summary>
        public static long Record(List<string> lines)
        {
            long result = 0;
            foreach (var line in lines) result = adjournal_record(session, Bytes(line), Length(line));
            return result;
        }

        /// <summary>Writes all records, as when the app is paused. It waits for the files.</summary>
        public static long Flush() => adjournal_flush(session);

        public static long Export(string path) => adjournal_export(session, Bytes(path), Length(path));

        /// <summary>The verdicts so far as JSON; null if there are none.</summary>
        public static string Verdicts()
        {
            var length = adjournal_verdicts(session, null, UIntPtr.Zero);
            if (length < 0) return null;
            var text = new byte[length];
            length = adjournal_verdicts(session, text, (UIntPtr)(ulong)length);
            return length < 0 ? null : Encoding.UTF8.GetString(text, 0, (int)length);
        }

        public static long Close() => adjournal_close(session);

        /// <summary>The reason of the last failure on this thread.</summary>
        public static string Error()
        {
            var text = new byte[1024];
            var length = (int)(uint)adjournal_error(text, (UIntPtr)1024u);
            return Encoding.UTF8.GetString(text, 0, Math.Min(length, text.Length));
        }

        private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);
        private static UIntPtr Length(string text) => (UIntPtr)(uint)Encoding.UTF8.GetByteCount(text);
    }
}
