/**
 * Every refusal of the relay itself, by its machine code: the HTTP status and a sentence. Clients are programs, so
 * English
 * is the default; the playground and Chinese clients select Chinese by Accept-Language. `{name}` marks a parameter.
 *
 * Inside a stream no status says whether to repeat the request, and some agents decide by the English sentence alone.
 * Sentences about temporary failures therefore hold words that agents look for: "retry your request", "overloaded",
 * "unavailable", "internal error".
 */
const refusal = (status: number, en: string, zh: string) => ({ status, en, zh })

export const relayRefusals = {
  token_missing: refusal(401, 'No token provided', '未提供令牌'),
  invalid_token: refusal(401, 'Invalid token', '无效的令牌'),
  token_exhausted: refusal(401, 'Token {key} has reached its spending limit', '该令牌额度已用尽 {key}'),
  token_expired: refusal(401, 'This token has expired', '该令牌已过期'),
  token_disabled: refusal(401, 'This token is not usable', '该令牌状态不可用'),
  ip_not_allowed: refusal(
    403,
    'Your address is not in the list of addresses this token allows',
    '你的 IP 不在令牌允许访问的列表中',
  ),
  user_banned: refusal(403, 'User has been banned', '用户已被封禁'),
  org_member_missing: refusal(
    403,
    'The owner of this token may not send requests for its organization',
    '此令牌的所有者不能使用该组织的余额',
  ),
  group_forbidden: refusal(403, 'You have no access to group {group}', '无权访问 {group} 分组'),
  group_deprecated: refusal(403, 'Group {group} no longer exists', '分组 {group} 已被弃用'),
  channel_pin_forbidden: refusal(403, 'Ordinary users cannot specify a channel', '普通用户不支持指定渠道'),
  invalid_request: refusal(400, '{reason}', '{reason}'),
  invalid_image_url: refusal(400, '{reason}', '{reason}'),
  stored_object_refused: refusal(
    400,
    '{field} names an object of the provider account, which several users share. Only ids that this gateway returned are accepted. Send the content itself',
    '{field} 引用了服务商账号中的对象，而该账号由多个用户共用。网关只接受由它返回给你的 ID，请直接发送内容',
  ),
  stored_object_not_found: refusal(
    400,
    'The object that {field} names was not found, or the channel that keeps it is no longer available',
    '未找到 {field} 引用的对象，或保存该对象的渠道已不可用',
  ),
  stored_item_not_found: refusal(
    400,
    '{field} names an item that this gateway did not return, or its channel is no longer available. Send the item itself. Set store to false to get items that can be sent',
    '{field} 引用的条目不是本网关返回的，或其渠道已不可用。请直接发送条目，并将 store 设为 false 以获得可回传的条目',
  ),
  invalid_channel_id: refusal(400, 'Invalid channel ID', '无效的渠道 ID'),
  channel_disabled: refusal(403, 'This channel has been disabled', '该渠道已被禁用'),
  model_not_allowed: refusal(403, 'This token may not use model {model}', '该令牌无权使用模型：{model}'),
  model_not_found: refusal(
    404,
    'The model {model} does not exist or you have no access to it',
    '模型 {model} 不存在或无权访问',
  ),
  no_available_channel: refusal(
    503,
    'No available channels for model {model} in group {group}',
    '当前分组 {group} 下对于模型 {model} 无可用渠道',
  ),
  no_channel_at_price: refusal(
    503,
    'Model {model} is not offered at the price of group {group} at the moment',
    '模型 {model} 暂时不以分组 {group} 的价格提供',
  ),
  no_suitable_model: refusal(
    400,
    'No model behind {model} can serve this request. The request is too long or too short, or their price or speed exceeds the conditions of {model}',
    '{model} 的模型均无法处理此请求：请求过长或过短，或其价格、速度不满足 {model} 的条件',
  ),
  model_retired: refusal(410, 'the provider has retired this model', '服务商已停用该模型'),
  model_price_error: refusal(
    400,
    'Model {model} has no price yet. Ask an administrator to set one',
    '模型 {model} 尚未定价，请联系管理员设置价格',
  ),
  sensitive_words_detected: refusal(
    400,
    'The prompt contains words that are not allowed here',
    '提示词包含不允许的内容',
  ),
  insufficient_user_quota: refusal(403, 'Insufficient user quota. Top up to continue', '用户额度不足，请充值'),
  plan_insufficient: refusal(
    403,
    'Your plan is used up, and the balance does not pay for this request',
    '套餐已用完，且此请求不使用余额支付',
  ),
  pre_consume_token_quota_failed: refusal(403, 'Insufficient token quota', '令牌额度不足'),
  call_cancelled: refusal(503, 'An administrator cancelled this request', '管理员取消了此次请求'),
  rate_limited: refusal(429, 'Too many requests. Try again in {seconds} s', '请求过于频繁，{seconds} 秒后再试'),
  limit_reached: refusal(
    429,
    'Limit reached: {limit}, {used} of {max} used. {reset}',
    '已达到限制：{limit}，已用 {used}，上限 {max}。{reset}',
  ),
  channels_busy: refusal(
    429,
    'All channels of model {model} are at their limits. Try again in {seconds} s',
    '模型 {model} 的所有渠道都已达到限制，请在 {seconds} 秒后再试',
  ),
  too_many_in_flight: refusal(429, 'Too many requests are running at the same time', '同时进行的请求过多'),
  too_many_bytes: refusal(
    429,
    'Your running requests contain too much data. Send fewer large requests at the same time',
    '你同时进行的请求占用的数据过多，请减少同时发送的大请求',
  ),
  server_busy: refusal(503, 'The server is busy, please try again in a moment', '服务器繁忙，请稍后再试'),
  request_too_large: refusal(413, 'The request body is too large', '请求体过大'),
  unsupported_media_type: refusal(415, 'Unsupported content type', '不支持的内容类型'),
  not_supported: refusal(501, 'This channel type does not support this kind of request', '该渠道类型不支持此类请求'),
  api_not_implemented: refusal(501, 'API not implemented', '接口尚未实现'),
  websocket_not_supported: refusal(
    426,
    'This address does not accept WebSocket connections. Send the request over HTTP',
    '此地址不支持 WebSocket 连接，请通过 HTTP 发送请求',
  ),
  session_expired: refusal(408, 'The session was idle or open for too long', '会话空闲或持续时间过长'),
  server_stopping: refusal(503, 'The server is restarting, please connect again', '服务正在重启，请重新连接'),
  access_token_not_supported: refusal(400, 'Access tokens are not supported here', '此接口不支持 access token'),
  group_not_allowed: refusal(403, 'You have no access to group {group}', '无权访问 {group} 分组'),
  model_required: refusal(400, 'Choose a model', '请选择模型'),
  channel_saturated: refusal(
    429,
    'Current group upstream load is saturated, please try again later',
    '当前分组上游负载已饱和，请稍后再试',
  ),
  upstream_failed: refusal(
    502,
    'The request to the provider failed. You can retry your request',
    '请求服务商失败，请重试',
  ),
  output_limit_exceeded: refusal(
    502,
    'The provider exceeded the limit of output tokens and was stopped',
    '服务商的输出超过了 Token 上限，已被停止',
  ),
  upstream_overloaded: refusal(503, 'The provider is overloaded, please try again later', '服务商过载，请稍后再试'),
  channel_refused: refusal(
    502,
    'The provider refused the channel of this gateway; an administrator must check it',
    '服务商拒绝了本网关的渠道，请联系管理员检查该渠道',
  ),
  upstream_timeout: refusal(504, 'The provider took too long. You can retry your request', '服务商响应超时，请重试'),
  database_error: refusal(
    503,
    'The service is unavailable and cannot take requests right now, please try again later',
    '服务暂时不可用，请稍后重试',
  ),
  internal: refusal(500, 'Internal error, contact the administrator', '服务器内部错误，请联系管理员'),
} as const

export type RelayRefusalCode = keyof typeof relayRefusals
