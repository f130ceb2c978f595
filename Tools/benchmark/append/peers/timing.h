// What the peers in C++ share: the same texts, pace and report as the program in Swift.
#pragma once
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

inline long nanoseconds() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

struct Arguments {
  std::string folder;
  long count, gap;

  Arguments(int count_, char **values) {
    if (count_ != 4) exit(2);
    folder = values[1];
    count = atol(values[2]);
    gap = atol(values[3]);
  }
};

struct Texts {
  std::vector<std::string> requests, ads;
  std::string unit = "ca-app-pub-3940256099942544/5575463023";
  std::string adapter = "GADMAdapterGoogleAdMobAds";
  std::string response = "5f1c0e6a0b7e4a529c113d8a5e0f7b21";

  Texts() {
    for (int number = 0; number < 4096; number++) {
      requests.push_back("r-" + std::to_string(100000 + number));
      ads.push_back("a-" + std::to_string(100000 + number));
    }
  }
};

struct Times {
  Arguments asked;
  std::vector<long> taken;
  double seconds = 0;

  explicit Times(const Arguments &asked) : asked(asked), taken(asked.count) {}

  template <typename Append>
  void run(Append append) {
    const long began = nanoseconds();
    long due = began;
    for (long number = 0; number < asked.count; number++) {
      due += asked.gap;
      if (asked.gap > 0) while (nanoseconds() < due) {}
      const long before = nanoseconds();
      append(number);
      taken[number] = nanoseconds() - before;
    }
    seconds = (nanoseconds() - began) / 1e9;
  }

  void report() {
    std::sort(taken.begin(), taken.end());
    auto at = [&](double share) {
      return taken[std::min<size_t>(taken.size() - 1, size_t(taken.size() * share))];
    };
    printf("{\"p50\":%ld,\"p99\":%ld,\"p999\":%ld,\"max\":%ld,\"per_second\":%ld}\n", at(0.5),
           at(0.99), at(0.999), taken.back(), long(taken.size() / seconds));
  }
};
