import type { FailureMessages } from "./en.ts";

/** 试验台服务器与语音服务的错误代码，按代码说明。 */
const sentences: Readonly<Record<string, string>> = {
  bad_request: "请求的格式不正确。",
  bad_target: "请求的地址不正确。",
  body_not_an_object: "请求内容必须是 JSON 对象。",
  body_not_json: "请求内容不是可以读取的 JSON。",
  body_too_large: "请求内容过大。",
  content_expired: "这个任务的成品音频已过期并被删除。",
  destination_not_allowed: "浏览器不能把这个地址的内容当作脚本运行，也不能当作网页打开。",
  foreign_origin: "请求来自其他网页，试验台的服务器没有接受。",
  headers_too_large: "请求头过大。",
  host_not_allowed: "不能用这个地址打开试验台。",
  internal_error: "服务器内部出错。",
  invalid_api_key: "服务不接受此密钥。",
  json_too_complex: "请求内容的 JSON 嵌套过深，或键和元素过多。",
  language_not_supported:
    "服务不能用所选的声音朗读这种语言。请换一个说这种语言的音色；如果没有，请改用其他语言的文本。",
  message_too_large: "发送的内容过大。",
  message_too_slow: "发送的内容来得太慢。",
  method_not_allowed: "此地址不接受这种请求。",
  model_not_allowed: "此密钥无权使用该模型。",
  model_not_found: "服务没有这个模型。",
  not_found: "服务没有这个地址。",
  nothing_to_speak: "文本中没有可以朗读的内容。",
  overloaded: "服务器同时处理的请求过多，请稍后再试。",
  rate_limited: "使用此密钥的请求过于频繁。",
  reference_unusable:
    "服务无法使用参考录音：必须是公开的 http 或 https 地址，指向 MP3 或 WAV 文件，且其中至少有一秒钟的说话声。",
  request_missing: "没有收到请求内容。",
  request_timeout: "请求没有及时送达。",
  session_ended: "会话已结束，试验台的服务器断开了连接。请重新登录。",
  session_required: "需要先登录。",
  shutting_down: "服务器正在停止运行，没有处理这个请求。",
  synthesis_failed: "语音引擎没能处理这段文本，可以再次发送。",
  task_not_found: "服务没有这个任务。",
  too_many_wrong_keys: "来自此地址的错误密钥过多，请稍候再试；正确的密钥随时可用。",
  too_much_at_once: "同时发送的内容过多，请等已发送的部分有了响应再发送。",
  unsupported_content_coding: "请求内容使用了服务不支持的编码，请不经压缩直接发送。",
  unsupported_media_type: "请求内容必须是 JSON。",
  upstream_broken_off: "语音服务没有发来关闭帧，连接就断了。",
  upstream_closed: "语音服务没有响应就断开了连接，可能仍在处理。",
  upstream_invalid: "语音服务的回复无法读取。",
  upstream_message_too_large: "语音服务发来的一条消息过大，无法转交。",
  upstream_redirected: "语音服务要求转到其他地址，没有照做。",
  upstream_silent: "语音服务长时间没有动静，试验台的服务器结束了连接。",
  upstream_timeout: "语音服务没有及时响应。",
  upstream_unauthorized: "语音服务不接受此密钥。",
  upstream_unreachable: "试验台的服务器无法连接语音服务。",
  voice_not_found: "服务没有这个音色。",
};

/** 请求检查的错误代码，按参数说明。 */
const faults: Readonly<Record<string, string>> = {
  missing: "未填写",
  empty: "为空",
  wrong_type: "类型不正确",
  out_of_range: "超出允许的范围",
  value_not_allowed: "不是允许的取值",
  text_too_long: "文字过多",
  not_an_address: "不是公开的 http 或 https 地址",
  not_applicable: "在此模式下不适用",
  conflict: "与其他参数矛盾",
  reference_unusable: "服务无法使用",
};

const find = (texts: Readonly<Record<string, string>>, code: string) =>
  Object.hasOwn(texts, code) ? texts[code] : undefined;

export const zh: FailureMessages = {
  original: "服务的原话",
  originalOfPlayground: "试验台服务器的原话",
  said(code, label) {
    const fault = find(faults, code);
    if (code !== "reference_unusable" && fault !== undefined && label !== undefined) return `${label}${fault}。`;
    return find(sentences, code);
  },
  short(code, label) {
    const fault = find(faults, code);
    return fault !== undefined && label !== undefined
      ? `${label}：${fault}`
      : find(sentences, code)?.replace(/。$/, "");
  },
};
