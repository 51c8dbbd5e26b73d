export const errorOf = (zh: string, en: string, status = 200) => ({ status, zh, en })
const text = errorOf

/** The refusals that pages foresee: they word them before the server does, without the whole catalogue. */
export const formErrors = {
  invalid_field: text('无效的参数：{field}', 'Invalid parameter: {field}'),
  register_disabled: text('管理员关闭了新用户注册', 'Administrator has disabled new user registration'),
  password_register_disabled: text(
    '管理员关闭了通过密码进行注册，请使用第三方账户验证的形式进行注册',
    'Administrator has disabled password registration, please use a third-party account',
  ),
  email_invalid: text('无效的邮箱地址', 'Invalid email address'),
  username_invalid: text('用户名长度必须在 1 到 12 个字符之间', 'Username must have 1 to 12 characters'),
  password_length: text('密码长度必须在 8 到 128 个字符之间', 'Password must have 8 to 128 characters'),
  display_name_long: text('显示名称不能超过 20 个字符', 'Display name must not exceed 20 characters'),
  org_name_missing: text('请填写组织名称', 'Enter a name for the organization'),
  org_name_invalid: text('组织名称最多 40 个字符，且只能是一行', 'A name is one line of at most 40 characters'),
  user_update_forbidden: text(
    '无权更新同权限等级或更高权限等级的用户信息',
    'You may not update users of the same or a higher level',
  ),
  root_not_disabled: text('无法禁用超级管理员用户', 'The super administrator cannot be disabled'),
  root_not_deleted: text('无法删除超级管理员用户', 'The super administrator cannot be deleted'),
  root_not_demoted: text('无法降级超级管理员用户', 'The super administrator cannot be demoted'),
  topup_disabled: text('管理员未开启在线充值', 'The administrator has not enabled online recharge'),
  order_own: text('不能手动完成自己的订单', 'You cannot complete your own order by hand'),
  reason_missing: text('请填写原因', 'Enter a reason'),
  reason_invalid: text('原因最多 200 个字符，且只能是一行', 'A reason is one line of at most 200 characters'),
  topup_below_minimum: text('充值数量不能小于 {minimum}', 'The top-up amount cannot be below {minimum}'),
  transfer_too_low: text('划转金额不能小于 {minimum}！', 'The minimum transfer is {minimum}'),
  affiliate_insufficient: text('邀请收益不足！', 'Insufficient invitation earnings'),
  phone_invalid: text('手机号只能包含数字', 'A phone number has digits only'),
  token_ip_invalid: text('IP 列表第 {line} 行无效', 'Line {line} of the IP list is not an address'),
  channel_type_retired: text(
    '该类型的服务商已停止服务，请填写其他服务器的地址',
    'This provider has been shut down. Enter the address of another server',
  ),
  channel_type_uncallable: text('该类型的渠道无法处理请求', 'Channels of this type cannot serve requests'),
  channel_name_missing: text('请填写渠道名称', 'Enter a name for the channel'),
  channel_key_missing: text('请填写渠道密钥！', 'please enter key'),
  channel_key_for_host: text(
    '渠道地址的主机或 http 地址所用的代理已更改，请重新填写密钥：已保存的密钥只会发送到保存时的主机和代理',
    'The host of the channel, or its proxy for plain http, has changed. Enter its key again: a stored key stays with both',
  ),
  channel_keys_json: text(
    '密钥列表必须是 JSON 数组，每项为文本或服务账号对象',
    'A list of keys must be a JSON array of texts or of service accounts',
  ),
  channel_models_missing: text('请至少选择一个模型！', 'Choose at least one model'),
  channel_group_missing: text('请至少选择一个分组！', 'Choose at least one group'),
  channel_base_url_missing: text('请填写 API 地址', 'Enter the base URL'),
  channel_base_url_invalid: text('API 地址必须是 http 或 https 地址', 'The base URL must be an http or https address'),
  channel_base_url_model: text(
    '自定义渠道的地址必须是包含 {variable} 变量的完整地址',
    'The address of a custom channel must be a full URL that contains {variable}',
  ),
  channel_region_missing: text('部署地区不能为空！', 'A deployment region is required'),
  channel_region_default: text('部署地区必须包含 default 字段', 'The deployment regions must include a default field'),
  channel_other_missing: text('请填写此类型必需的附加字段', 'Fill in the extra field that this type requires'),
  channel_mapping_invalid: text('模型映射必须是合法的 JSON 格式！', 'The model mapping must be valid JSON'),
  channel_status_mapping_invalid: text(
    '状态码映射必须是错误码到错误码的 JSON 对象',
    'The status code mapping must be a JSON object from error codes to error codes',
  ),
  channel_setting_invalid: text('渠道额外设置必须是合法的 JSON 对象', 'The extra settings must be a JSON object'),
  channel_budget_without_cost: text(
    '渠道预算按成本计算：请先在“成本”中填写渠道成本，或删除预算',
    'A channel budget counts costs. Enter the cost of the channel first, or remove the budget',
  ),
  override_json: text('覆盖配置必须是 JSON 对象', 'An override must be a JSON object'),
  override_mode: text('{place}：不支持的模式 {name}', '{place}: the mode {name} is not supported'),
  override_large: text('{place}：内容过长或数量过多', '{place}: too long or too many'),
  override_protected: text('{place}：不能覆盖 {name}', '{place}: {name} cannot be overridden'),
  override_header: text(
    '{place}：请求头 {name} 无效或不能设置',
    '{place}: the header {name} is invalid or cannot be set',
  ),
  override_credential: text(
    '{place}：凭证请求头 {name} 只能使用固定值或渠道密钥，不能来自客户端',
    '{place}: the credential header {name} takes a literal or the channel key, and nothing from the client',
  ),
  override_member: text('{place}：值无效或字段未知', '{place}: the value is invalid or the member is unknown'),
  override_mask: text(
    '{place}：没有已保存的值，请重新填写',
    '{place}: there is no stored value for this mask. Enter the value',
  ),
  override_for_host: text(
    '渠道地址的主机或 http 地址所用的代理已更改，请重新填写请求头的值：已保存的值只会发送到保存时的主机和代理',
    'The host of the channel, or its proxy for plain http, has changed. Enter the values of its headers again: stored values stay with both',
  ),
  channel_priority_low: text('优先级不能小于 -999', 'The priority cannot be below -999'),
  channel_weight_negative: text('权重必须是非负整数！', 'The weight must be a non-negative integer'),
  channels_none_selected: text('请先选择要删除的渠道！', 'please select channels to delete first'),
  channel_tag_missing: text('标签不能为空！', 'The tag cannot be empty'),
  channel_not_testable: text('该类型的渠道不支持测试', 'Channels of this type cannot be tested'),
  models_fetch_failed: text('获取模型列表失败', 'failed to get model list'),
  option_invalid: text('设置项 {key} 的值无效', 'The value of setting {key} is invalid'),
  option_json_invalid: text('{key} 不是合法的 JSON 字符串', '{key} is not a valid JSON string'),
  proxy_name_invalid: text(
    '代理名称须为 1 至 64 个字符，不含冒号和斜杠，首尾无空格',
    'The name must have 1 to 64 characters, without colons and slashes and without spaces at its ends',
  ),
  proxy_address_invalid: text(
    '代理地址须形如 socks5://用户名:密码@主机:端口，协议为 http、https、socks5 或 socks5h',
    'The address of a proxy looks like socks5://user:password@host:port, with http, https, socks5 or socks5h',
  ),
  server_address_missing: text('请先填写服务器地址', 'Fill in the server address first'),
} as const

export type FormErrorCode = keyof typeof formErrors
export type ErrorParams = Record<string, string | number>
export type Language = 'zh' | 'en'

/** The sentence a person reads: the text of a catalogue with its parameters filled in. */
export const worded = (texts: Record<Language, string>, language: Language, params: ErrorParams = {}): string =>
  texts[language].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
