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
  agent_note_invalid: text('申请说明最多 500 个字符，且只能是一行', 'A note is one line of at most 500 characters'),
  payout_method_missing: text('请选择收款方式', 'Choose how to be paid'),
  payout_field_missing: text('请填写{field}', 'Fill in: {field}'),
  payout_text_invalid: text('内容过长或包含不可见字符', 'A text is too long or contains invisible characters'),
  withdrawal_too_low: text('提现金额不能小于 {minimum}', 'The smallest withdrawal is {minimum}'),
  withdrawal_fee_beyond: text('提现金额须大于手续费 {fee}', 'A withdrawal must exceed its fee of {fee}'),
  earnings_insufficient: text(
    '可用收益不足，当前可用 {available}',
    'Not enough final earnings: {available} is available',
  ),
  phone_invalid: text('手机号只能包含数字', 'A phone number has digits only'),
  token_ip_invalid: text('IP 列表第 {line} 行无效', 'Line {line} of the IP list is not an address'),
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
