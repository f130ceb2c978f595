#include "CLogTables.h"

// The directive `#embed` is newer than the C that the package manager asks for.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char applovin_max[] = {
#embed "tables/applovin-max.tsv"
};

static const unsigned char applovin[] = {
#embed "tables/applovin.tsv"
};

static const unsigned char levelplay[] = {
#embed "tables/levelplay.tsv"
};

static const unsigned char appodeal[] = {
#embed "tables/appodeal.tsv"
};

static const unsigned char mopub[] = {
#embed "tables/mopub.tsv"
};

static const unsigned char unity_ads[] = {
#embed "tables/unity-ads.tsv"
};

static const unsigned char audience_network[] = {
#embed "tables/audience-network.tsv"
};

static const unsigned char vungle[] = {
#embed "tables/vungle.tsv"
};

static const unsigned char chartboost[] = {
#embed "tables/chartboost.tsv"
};

static const unsigned char adcolony[] = {
#embed "tables/adcolony.tsv"
};

static const unsigned char inmobi[] = {
#embed "tables/inmobi.tsv"
};

static const unsigned char pangle[] = {
#embed "tables/pangle.tsv"
};

static const unsigned char huawei_ads[] = {
#embed "tables/huawei-ads.tsv"
};

static const unsigned char yandex_ads[] = {
#embed "tables/yandex-ads.tsv"
};

static const unsigned char startapp[] = {
#embed "tables/startapp.tsv"
};

static const unsigned char tapdaq[] = {
#embed "tables/tapdaq.tsv"
};

static const unsigned char google_mobile_ads[] = {
#embed "tables/google-mobile-ads.tsv"
};

static const unsigned char google_flutter[] = {
#embed "tables/google-flutter.tsv"
};

static const unsigned char google_react_native[] = {
#embed "tables/google-react-native.tsv"
};

static const unsigned char google_web[] = {
#embed "tables/google-web.tsv"
};

static const unsigned char google_unity[] = {
#embed "tables/google-unity.tsv"
};

static const unsigned char google_engines[] = {
#embed "tables/google-engines.tsv"
};

static const unsigned char google_callbacks[] = {
#embed "tables/google-callbacks.tsv"
};

static const unsigned char any_callbacks[] = {
#embed "tables/any-callbacks.tsv"
};

static const unsigned char app_languages[] = {
#embed "tables/app-languages.tsv"
};

static const unsigned char app[] = {
#embed "tables/app.tsv"
};

// A new table needs an array above and a line here. Of the first matching rows the first table's counts.
#define TABLE(array, name) {name, array, sizeof array}

static const log_table tables[] = {
  TABLE(applovin_max, "applovin-max.tsv"),
  TABLE(applovin, "applovin.tsv"),
  TABLE(levelplay, "levelplay.tsv"),
  TABLE(appodeal, "appodeal.tsv"),
  TABLE(mopub, "mopub.tsv"),
  TABLE(unity_ads, "unity-ads.tsv"),
  TABLE(audience_network, "audience-network.tsv"),
  TABLE(vungle, "vungle.tsv"),
  TABLE(chartboost, "chartboost.tsv"),
  TABLE(adcolony, "adcolony.tsv"),
  TABLE(inmobi, "inmobi.tsv"),
  TABLE(pangle, "pangle.tsv"),
  TABLE(huawei_ads, "huawei-ads.tsv"),
  TABLE(yandex_ads, "yandex-ads.tsv"),
  TABLE(startapp, "startapp.tsv"),
  TABLE(tapdaq, "tapdaq.tsv"),
  TABLE(google_mobile_ads, "google-mobile-ads.tsv"),
  TABLE(google_flutter, "google-flutter.tsv"),
  TABLE(google_react_native, "google-react-native.tsv"),
  TABLE(google_web, "google-web.tsv"),
  TABLE(google_unity, "google-unity.tsv"),
  TABLE(google_engines, "google-engines.tsv"),
  TABLE(google_callbacks, "google-callbacks.tsv"),
  TABLE(any_callbacks, "any-callbacks.tsv"),
  TABLE(app_languages, "app-languages.tsv"),
  TABLE(app, "app.tsv"),
};

long log_table_count(void) { return sizeof tables / sizeof *tables; }

log_table log_table_at(long number) { return tables[number]; }
