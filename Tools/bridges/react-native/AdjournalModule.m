// The native part of adjournal.ts: opens a session on the main thread, and records the lines of JavaScript.
#import <React/RCTBridgeModule.h>
#import <adjournal.h>

@interface AdjournalModule : NSObject <RCTBridgeModule>
@end

@implementation AdjournalModule {
  int64_t _session;
}

RCT_EXPORT_MODULE(Adjournal)

+ (BOOL)requiresMainQueueSetup {
  return YES;
}

- (instancetype)init {
  if (!(self = [super init])) return nil;
  NSURL *support = [NSFileManager.defaultManager URLsForDirectory:NSApplicationSupportDirectory
                                                        inDomains:NSUserDomainMask].firstObject;
  NSDictionary *configuration = @{
    @"folder" : [support URLByAppendingPathComponent:@"journals"].path,
    @"build" : @"release",  // or debug, with test ads
    @"sdk" : @"google-mobile-ads",
    @"sdk_version" : @"12.9.0",  // of the native SDK
    @"captures" : @[ @"load", @"present", @"revenue", @"reward", @"callback", @"lock", @"scene" ],
  };
  NSData *json = [NSJSONSerialization dataWithJSONObject:configuration options:0 error:nil];
  _session = adjournal_open(json.bytes, json.length);
  return self;
}

RCT_EXPORT_METHOD(record : (NSString *)line) {
  NSData *bytes = [line dataUsingEncoding:NSUTF8StringEncoding];
  adjournal_record(_session, bytes.bytes, bytes.length);
}

@end
