// Written by Tools/generate/generate.py. Do not edit.
#include "CSDKSources.h"

// The directive `#embed` is newer than the C that the package manager asks for.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../GoogleMobileAdsJournal/Mediation/GoogleJournal+AdapterEvents.swift"
};

static const unsigned char file_1[] = {
#embed "../GoogleMobileAdsJournal/Mediation/GoogleJournal+AdapterRecorder.swift"
};

static const unsigned char file_2[] = {
#embed "../GoogleMobileAdsJournal/Mediation/GoogleJournal+Adapters.swift"
};

static const unsigned char file_3[] = {
#embed "../GoogleMobileAdsJournal/FullScreen/GoogleJournal+AppOpenAd.swift"
};

static const unsigned char file_4[] = {
#embed "../GoogleMobileAdsJournal/Recording/GoogleJournal+AppSDK.swift"
};

static const unsigned char file_5[] = {
#embed "../GoogleMobileAdsJournal/Banners/GoogleJournal+BannerRecorder.swift"
};

static const unsigned char file_6[] = {
#embed "../GoogleMobileAdsJournal/Recording/GoogleJournal+Converting.swift"
};

static const unsigned char file_7[] = {
#embed "../GoogleMobileAdsJournal/FullScreen/GoogleJournal+FullScreenLoad.swift"
};

static const unsigned char file_8[] = {
#embed "../GoogleMobileAdsJournal/FullScreen/GoogleJournal+FullScreenRecorder.swift"
};

static const unsigned char file_9[] = {
#embed "../GoogleMobileAdsJournal/Recording/GoogleJournal+HandlerIdentity.swift"
};

static const unsigned char file_10[] = {
#embed "../GoogleMobileAdsJournal/FullScreen/GoogleJournal+InterstitialAd.swift"
};

static const unsigned char file_11[] = {
#embed "../GoogleMobileAdsJournal/Mediation/GoogleJournal+MediatedAd.swift"
};

static const unsigned char file_12[] = {
#embed "../GoogleMobileAdsJournal/Native/GoogleJournal+NativeAdRecorder.swift"
};

static const unsigned char file_13[] = {
#embed "../GoogleMobileAdsJournal/Native/GoogleJournal+NativeLoad.swift"
};

static const unsigned char file_14[] = {
#embed "../GoogleMobileAdsJournal/Native/GoogleJournal+NativeLoaderRecorder.swift"
};

static const unsigned char file_15[] = {
#embed "../GoogleMobileAdsJournal/Mediation/GoogleJournal+NativeMapping.swift"
};

static const unsigned char file_16[] = {
#embed "../GoogleMobileAdsJournal/Recording/GoogleJournal+Readiness.swift"
};

static const unsigned char file_17[] = {
#embed "../GoogleMobileAdsJournal/FullScreen/GoogleJournal+RecordableAd.swift"
};

static const unsigned char file_18[] = {
#embed "../GoogleMobileAdsJournal/FullScreen/GoogleJournal+RecordedAd.swift"
};

static const unsigned char file_19[] = {
#embed "../GoogleMobileAdsJournal/Native/GoogleJournal+RecordedAdLoader.swift"
};

static const unsigned char file_20[] = {
#embed "../GoogleMobileAdsJournal/Banners/GoogleJournal+RecordedBanner.swift"
};

static const unsigned char file_21[] = {
#embed "../GoogleMobileAdsJournal/Native/GoogleJournal+RecordedNativeAd.swift"
};

static const unsigned char file_22[] = {
#embed "../GoogleMobileAdsJournal/FullScreen/GoogleJournal+RecordedPreloader.swift"
};

static const unsigned char file_23[] = {
#embed "../GoogleMobileAdsJournal/FullScreen/GoogleJournal+RewardedAd.swift"
};

static const unsigned char file_24[] = {
#embed "../GoogleMobileAdsJournal/FullScreen/GoogleJournal+RewardedInterstitialAd.swift"
};

static const unsigned char file_25[] = {
#embed "../GoogleMobileAdsJournal/Native/GoogleJournal+VideoRecorder.swift"
};

static const unsigned char file_26[] = {
#embed "../GoogleMobileAdsJournal/GoogleJournal.swift"
};

static const unsigned char file_27[] = {
#embed "../GoogleMobileAdsJournal/AppOpen/GoogleJournal+AppOpenAds.swift"
};

static const unsigned char file_28[] = {
#embed "../AppLovinMAXJournal/Recording/MAXJournal+AppSDK.swift"
};

static const unsigned char file_29[] = {
#embed "../AppLovinMAXJournal/Recording/MAXJournal+Converting.swift"
};

static const unsigned char file_30[] = {
#embed "../AppLovinMAXJournal/Recording/MAXJournal+Delegates.swift"
};

static const unsigned char file_31[] = {
#embed "../AppLovinMAXJournal/Recording/MAXJournal+LoadedAd.swift"
};

static const unsigned char file_32[] = {
#embed "../AppLovinMAXJournal/Recording/MAXJournal+ObjectRecorder.swift"
};

static const unsigned char file_33[] = {
#embed "../AppLovinMAXJournal/Recording/MAXJournal+Readiness.swift"
};

static const unsigned char file_34[] = {
#embed "../AppLovinMAXJournal/FullScreen/MAXJournal+RecordableAd.swift"
};

static const unsigned char file_35[] = {
#embed "../AppLovinMAXJournal/FullScreen/MAXJournal+RecordedAd.swift"
};

static const unsigned char file_36[] = {
#embed "../AppLovinMAXJournal/Banners/MAXJournal+RecordedAdView.swift"
};

static const unsigned char file_37[] = {
#embed "../AppLovinMAXJournal/Native/MAXJournal+RecordedNativeAdLoader.swift"
};

static const unsigned char file_38[] = {
#embed "../AppLovinMAXJournal/MAXJournal.swift"
};

static const sdk_source sources[] = {
    {"google-mobile-ads", "GoogleJournal+AdapterEvents.swift", file_0, sizeof file_0},
    {"google-mobile-ads", "GoogleJournal+AdapterRecorder.swift", file_1, sizeof file_1},
    {"google-mobile-ads", "GoogleJournal+Adapters.swift", file_2, sizeof file_2},
    {"google-mobile-ads", "GoogleJournal+AppOpenAd.swift", file_3, sizeof file_3},
    {"google-mobile-ads", "GoogleJournal+AppSDK.swift", file_4, sizeof file_4},
    {"google-mobile-ads", "GoogleJournal+BannerRecorder.swift", file_5, sizeof file_5},
    {"google-mobile-ads", "GoogleJournal+Converting.swift", file_6, sizeof file_6},
    {"google-mobile-ads", "GoogleJournal+FullScreenLoad.swift", file_7, sizeof file_7},
    {"google-mobile-ads", "GoogleJournal+FullScreenRecorder.swift", file_8, sizeof file_8},
    {"google-mobile-ads", "GoogleJournal+HandlerIdentity.swift", file_9, sizeof file_9},
    {"google-mobile-ads", "GoogleJournal+InterstitialAd.swift", file_10, sizeof file_10},
    {"google-mobile-ads", "GoogleJournal+MediatedAd.swift", file_11, sizeof file_11},
    {"google-mobile-ads", "GoogleJournal+NativeAdRecorder.swift", file_12, sizeof file_12},
    {"google-mobile-ads", "GoogleJournal+NativeLoad.swift", file_13, sizeof file_13},
    {"google-mobile-ads", "GoogleJournal+NativeLoaderRecorder.swift", file_14, sizeof file_14},
    {"google-mobile-ads", "GoogleJournal+NativeMapping.swift", file_15, sizeof file_15},
    {"google-mobile-ads", "GoogleJournal+Readiness.swift", file_16, sizeof file_16},
    {"google-mobile-ads", "GoogleJournal+RecordableAd.swift", file_17, sizeof file_17},
    {"google-mobile-ads", "GoogleJournal+RecordedAd.swift", file_18, sizeof file_18},
    {"google-mobile-ads", "GoogleJournal+RecordedAdLoader.swift", file_19, sizeof file_19},
    {"google-mobile-ads", "GoogleJournal+RecordedBanner.swift", file_20, sizeof file_20},
    {"google-mobile-ads", "GoogleJournal+RecordedNativeAd.swift", file_21, sizeof file_21},
    {"google-mobile-ads", "GoogleJournal+RecordedPreloader.swift", file_22, sizeof file_22},
    {"google-mobile-ads", "GoogleJournal+RewardedAd.swift", file_23, sizeof file_23},
    {"google-mobile-ads", "GoogleJournal+RewardedInterstitialAd.swift", file_24, sizeof file_24},
    {"google-mobile-ads", "GoogleJournal+VideoRecorder.swift", file_25, sizeof file_25},
    {"google-mobile-ads", "GoogleJournal.swift", file_26, sizeof file_26},
    {"google-app-open-ads", "GoogleJournal+AppOpenAds.swift", file_27, sizeof file_27},
    {"applovin-max", "MAXJournal+AppSDK.swift", file_28, sizeof file_28},
    {"applovin-max", "MAXJournal+Converting.swift", file_29, sizeof file_29},
    {"applovin-max", "MAXJournal+Delegates.swift", file_30, sizeof file_30},
    {"applovin-max", "MAXJournal+LoadedAd.swift", file_31, sizeof file_31},
    {"applovin-max", "MAXJournal+ObjectRecorder.swift", file_32, sizeof file_32},
    {"applovin-max", "MAXJournal+Readiness.swift", file_33, sizeof file_33},
    {"applovin-max", "MAXJournal+RecordableAd.swift", file_34, sizeof file_34},
    {"applovin-max", "MAXJournal+RecordedAd.swift", file_35, sizeof file_35},
    {"applovin-max", "MAXJournal+RecordedAdView.swift", file_36, sizeof file_36},
    {"applovin-max", "MAXJournal+RecordedNativeAdLoader.swift", file_37, sizeof file_37},
    {"applovin-max", "MAXJournal.swift", file_38, sizeof file_38},
};

long sdk_source_count(void) { return sizeof sources / sizeof sources[0]; }

sdk_source sdk_source_at(long number) { return sources[number]; }
