// Appends lines of JSON by spdlog's asynchronous logger, which formats on its own thread.
#include <spdlog/async.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>

#include "timing.h"

int main(int argc, char **argv) {
  Arguments asked(argc, argv);
  spdlog::init_thread_pool(8192, 1);
  auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(asked.folder + "/journal.jsonl");
  auto logger = std::make_shared<spdlog::async_logger>(
      "journal", sink, spdlog::thread_pool(), spdlog::async_overflow_policy::block);
  logger->set_pattern("%v");
  Texts texts;
  Times times(asked);
  times.run([&](long number) {
    const long now = nanoseconds() / 1000000;
    logger->info(
        R"({{"v":1,"session":"{}","seq":{},"t":{},"wall":{},"event":"ad.loaded","unit":"{}","format":"{}",)"
        R"("request":"{}","ad":"{}","adapter":"{}","response":"{}","latency_ms":{}}})",
        texts.response, number, now, now, texts.unit, "interstitial",
        texts.requests[number & 4095], texts.ads[number & 4095], texts.adapter, texts.response,
        number & 2047);
  });
  spdlog::shutdown();
  times.report();
}
