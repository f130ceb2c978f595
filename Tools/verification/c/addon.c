// The C library for Node: open(json), record(session, line), flush(session), exportTo(session, path),
// verdicts(session), close(session), error(). Numbers of sessions and records are numbers of JavaScript.
#include <node_api.h>
#include <stdlib.h>

#include "adjournal.h"

static size_t arguments(napi_env env, napi_callback_info info, napi_value *values) {
  size_t count = 2;
  napi_get_cb_info(env, info, &count, values, NULL, NULL);
  return count;
}

static int64_t number(napi_env env, napi_value value) {
  int64_t result = 0;
  napi_get_value_int64(env, value, &result);
  return result;
}

/// A copy of a text as UTF-8, to free; NULL if the value is no text.
static char *text(napi_env env, napi_value value, size_t *length) {
  if (napi_get_value_string_utf8(env, value, NULL, 0, length) != napi_ok) return NULL;
  char *bytes = malloc(*length + 1);
  napi_get_value_string_utf8(env, value, bytes, *length + 1, length);
  return bytes;
}

static napi_value returned(napi_env env, int64_t result) {
  napi_value value;
  napi_create_int64(env, result, &value);
  return value;
}

static napi_value returned_text(napi_env env, const char *bytes, size_t length) {
  napi_value value;
  napi_create_string_utf8(env, bytes, length, &value);
  return value;
}

static napi_value open_session(napi_env env, napi_callback_info info) {
  napi_value values[2];
  arguments(env, info, values);
  size_t length = 0;
  char *json = text(env, values[0], &length);
  int64_t session = adjournal_open(json, length);
  free(json);
  return returned(env, session);
}

static napi_value with_text(napi_env env, napi_callback_info info, int64_t (*call)(int64_t, const char *, size_t)) {
  napi_value values[2];
  arguments(env, info, values);
  size_t length = 0;
  char *bytes = text(env, values[1], &length);
  int64_t result = call(number(env, values[0]), bytes, length);
  free(bytes);
  return returned(env, result);
}

static napi_value record(napi_env env, napi_callback_info info) { return with_text(env, info, adjournal_record); }
static napi_value export_to(napi_env env, napi_callback_info info) { return with_text(env, info, adjournal_export); }

static napi_value flush(napi_env env, napi_callback_info info) {
  napi_value values[2];
  arguments(env, info, values);
  return returned(env, adjournal_flush(number(env, values[0])));
}

static napi_value close_session(napi_env env, napi_callback_info info) {
  napi_value values[2];
  arguments(env, info, values);
  return returned(env, adjournal_close(number(env, values[0])));
}

static napi_value verdicts(napi_env env, napi_callback_info info) {
  napi_value values[2];
  arguments(env, info, values);
  int64_t session = number(env, values[0]);
  int64_t length = adjournal_verdicts(session, NULL, 0);
  if (length < 0) return returned(env, length);
  char *bytes = malloc((size_t)length);
  length = adjournal_verdicts(session, bytes, (size_t)length);
  napi_value value = returned_text(env, bytes, (size_t)length);
  free(bytes);
  return value;
}

static napi_value error(napi_env env, napi_callback_info info) {
  (void)info;
  char bytes[1024];
  size_t length = adjournal_error(bytes, sizeof bytes);
  return returned_text(env, bytes, length);
}

static napi_value init(napi_env env, napi_value exports) {
  struct {
    const char *name;
    napi_callback function;
  } functions[] = {{"open", open_session},   {"record", record},     {"flush", flush}, {"exportTo", export_to},
                   {"verdicts", verdicts}, {"close", close_session}, {"error", error}};
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    napi_value function;
    napi_create_function(env, functions[index].name, NAPI_AUTO_LENGTH, functions[index].function, NULL, &function);
    napi_set_named_property(env, exports, functions[index].name, function);
  }
  return exports;
}

NAPI_MODULE(adjournal, init)
