import { type ErrorParams, formErrors, type Language, errorOf as text, worded } from './form-errors.ts'
import { channelErrors } from './routing/channel-errors.ts'

/**
 * Every refusal of the server. The Chinese texts are the keys that clients of this family look up in their own
 * dictionaries, so they never change; our console translates the code. `{name}` marks a parameter.
 *
 * Status is the HTTP status of the console's response: a refusal by rule is 200, because those clients show only
 * the status text of anything else. Relay routes use the status of their own step.
 */
export const errors = {
  ...formErrors,
  ...channelErrors,

  // Input
  invalid_parameter: text('无效的参数', 'Invalid parameter'),
  invalid_input: text('输入不合法', 'Invalid input'),
  invalid_request: text('无效的请求', 'Invalid request'),
  invalid_json: text('请求体不是合法的 JSON', 'The request body is not valid JSON', 400),
  invalid_id: text('无效的 ID', 'Invalid ID'),
  id_missing: text('id 为空！', 'The id is missing'),
  owner_missing: text('id 或 userId 为空！', 'The id or user id is missing'),
  body_too_large: text('请求体过大', 'The request body is too large', 413),
  unsupported_media_type: text('不支持的内容类型', 'Unsupported content type', 415),
  host_invalid: text('请求头 Host 无效', 'The Host header is not valid', 400),
  request_line_long: text('请求地址或请求头过长', 'The request line or headers are too long', 400),
  path_unknown: text('接口不存在：{method} {path}', 'There is no such endpoint: {method} {path}', 404),
  not_found: text('记录不存在', 'Record not found'),
  log_span_long: text('查询时间跨度不能超过 1 个月', 'The time span cannot exceed 1 month'),
  log_clear_future: text('清理时间不能晚于当前时间', 'Logs can only be cleared up to a time that has passed'),
  changed_meanwhile: text(
    '你打开之后内容已被修改（最后修改者：{name}），你的修改尚未保存',
    'This was changed since you opened it, last by {name}. Your changes are not saved',
    409,
  ),
  call_over: text('该请求已结束或无法取消', 'This request has ended, or cannot be cancelled'),
  undo_missing: text('找不到要撤销的操作', 'The action to undo was not found'),
  undo_done: text('该操作已撤销', 'This action has already been undone'),
  undo_expired: text('该操作过去太久，无法撤销', 'This action is too old to be undone'),
  undo_impossible: text('该操作无法撤销', 'This action cannot be undone'),
  undo_changed: text(
    '{target} 的 {field} 之后又被修改，无法撤销',
    '{field} of {target} was changed since, so the action cannot be undone',
  ),
  revert_impossible: text(
    '没有保存修改前的值，无法恢复',
    'The previous values were not saved, so they cannot be restored',
  ),
  nothing_deleted: text('没有可删除的记录', 'Nothing to delete'),

  // Session and permission
  not_signed_in: text('无权进行此操作，未登录且未提供 access token', 'Not signed in and no access token provided', 401),
  session_expired: text(
    '未登录或登录已过期，请重新登录',
    'Not signed in or session expired, please sign in again',
    401,
  ),
  mcp_disabled: text(
    '未开启智能体接入，请联系超级管理员',
    'Agent access is off. Ask the super administrator to turn it on',
    403,
  ),
  access_token_read_only: text('此 access token 只能读取，不能修改', 'This access token is read-only', 403),
  access_token_invalid: text('无权进行此操作，access token 无效', 'Invalid access token', 401),
  user_header_missing: text('无权进行此操作，未提供 New-Api-User', 'The New-Api-User header is missing', 401),
  user_header_malformed: text('无权进行此操作，New-Api-User 格式错误', 'The New-Api-User header is malformed', 401),
  user_header_mismatch: text(
    '无权进行此操作，New-Api-User 与登录用户不匹配',
    'The New-Api-User header does not match the signed-in user',
    401,
  ),
  cross_site_refused: text('拒绝跨站请求', 'Cross-site requests are refused', 403),
  insufficient_permission: text('无权进行此操作，权限不足', 'Insufficient permission'),
  session_not_saved: text('无法保存会话信息，请重试', 'Unable to save session information, please try again'),
  user_banned: text('用户已被封禁', 'User has been banned', 401),
  user_data_invalid: text('无权进行此操作，用户信息无效', 'User data is invalid'),
  recent_login_required: text(
    '此操作需要重新验证身份，请输入当前密码或重新登录',
    'Confirm it is you: enter your current password or sign in again',
  ),

  // Sign-in, registration, recovery
  credentials_missing: text('用户名或密码为空', 'Username or password is empty'),
  credentials_wrong: text(
    '用户名或密码错误，或用户已被封禁',
    'Username or password is incorrect, or user has been banned',
  ),
  password_login_disabled: text('管理员关闭了密码登录', 'Administrator has disabled password login'),
  setup_done: text('管理员密码已经设置', 'The administrator password has been set already'),
  setup_link_invalid: text('设置链接无效', 'The setup link is not valid'),
  setup_closed: text('无法从这里进行设置', 'Setup is not open from here'),
  email_code_required: text(
    '管理员开启了邮箱验证，请输入邮箱地址和验证码',
    'Administrator has enabled email verification, please enter an email address and code',
  ),
  email_domain_refused: text(
    '管理员启用了邮箱域名白名单，你的邮箱地址的域名不在白名单中',
    'Administrator has enabled the email domain whitelist, and your domain is not on it',
  ),
  email_alias_refused: text(
    '管理员启用了邮箱地址别名限制，你的邮箱地址包含特殊符号',
    'Administrator has restricted email aliases, and your address contains special characters',
  ),
  email_taken: text('邮箱地址已被占用', 'Email address is already in use'),
  email_unregistered: text('该邮箱地址未注册', 'This email address is not registered'),
  mail_failed: text('邮件发送失败，请稍后重试', 'The mail could not be sent, please try again later'),
  mail_not_configured: text('管理员尚未配置邮件服务', 'Administrator has not configured mail'),
  verification_code_wrong: text('验证码错误或已过期', 'Verification code is incorrect or expired'),
  reset_unavailable: text(
    '管理员尚未设置服务器地址，无法发送重置链接',
    'Administrator has not set the server address, so no reset link can be sent',
  ),
  reset_link_invalid: text('重置链接非法或已过期', 'Reset link is invalid or expired'),
  bot_check_missing: text('Turnstile token 为空', 'Turnstile token is empty'),
  bot_check_failed: text(
    'Turnstile 校验失败，请刷新重试！',
    'Turnstile verification failed, please refresh and try again',
  ),
  username_taken: text('用户名已存在，或已注销', 'Username already exists or has been logged out'),

  // Second factor
  second_factor_code_missing: text('请输入验证码', 'Enter a code'),
  second_factor_code_wrong: text('验证码错误或已被使用', 'The code is wrong or was used already'),
  second_factor_proof_missing: text('请输入密码或验证码', 'Enter your password or a code'),
  second_factor_required: text(
    '请先设置两步验证，再使用控制台',
    'Set up two-step sign-in before you use the console',
    403,
  ),
  second_step_expired: text('登录已超时，请重新登录', 'The sign-in took too long. Start again'),
  totp_on: text('两步验证已经开启', 'Two-step sign-in is already on'),
  totp_off: text('两步验证尚未开启', 'Two-step sign-in is not on'),
  totp_setup_expired: text('设置已超时，请重新开始', 'The set-up took too long. Start again'),
  passkey_off: text('管理员未开启通行密钥', 'Administrator has not enabled passkeys'),
  passkey_no_address: text(
    '通行密钥需要以域名填写的服务器地址，请联系管理员设置',
    'Passkeys need a server address with a domain name. Ask the administrator to set it',
  ),
  passkey_other_address: text(
    '通行密钥只能在 {address} 使用，请通过该地址打开控制台',
    'Passkeys work at {address} only. Open the console at that address',
  ),
  passkey_wrong: text('无法识别该通行密钥', 'This passkey was not accepted'),
  passkey_known: text('该通行密钥已添加', 'This passkey has been added already'),
  passkey_name_invalid: text(
    '通行密钥名称长度必须在 1 到 40 个字符之间',
    'The name of a passkey must have 1 to 40 characters',
  ),
  passkeys_too_many: text('最多添加 {maximum} 个通行密钥', 'An account has at most {maximum} passkeys'),
  second_factor_none: text('该用户没有设置两步验证', 'This user has no second factor'),

  // Third-party accounts
  oauth_state_wrong: text('state 为空或不匹配', 'The state is empty or does not match', 403),
  github_disabled: text('管理员未开启通过 GitHub 登录以及注册', 'Administrator has not enabled GitHub login'),
  linuxdo_disabled: text('管理员未开启通过 Linux DO 登录以及注册', 'Administrator has not enabled Linux DO login'),
  wechat_disabled: text('管理员未开启通过微信登录以及注册', 'Administrator has not enabled WeChat login'),
  telegram_disabled: text('管理员未开启通过 Telegram 登录以及注册', 'Administrator has not enabled Telegram login'),
  github_bound: text('该 GitHub 账户已被绑定', 'This GitHub account is already bound'),
  linuxdo_bound: text('该 Linux DO 账户已被绑定', 'This Linux DO account is already bound'),
  wechat_bound: text('该微信账号已被绑定', 'This WeChat account is already bound'),
  telegram_bound: text('该 Telegram 账户已被绑定', 'This Telegram account is already bound'),
  oidc_disabled: text('管理员未开启该登录方式', 'Administrator has not enabled this sign-in'),
  oidc_bound: text('该身份已被其他账户绑定', 'This identity is already bound to an account'),
  oidc_other_bound: text(
    '你的账户已绑定该提供方的另一个身份，请先解绑',
    'Your account is bound to another identity there. Unbind it first',
  ),
  oidc_unknown: text(
    '该身份没有账户，此登录方式不允许注册，请先用其他方式登录并绑定',
    'No account has this identity, and this sign-in creates none. Sign in another way and bind it first',
  ),
  oidc_unreachable: text(
    '身份提供方没有按预期响应，请稍后重试',
    'The identity provider did not respond as expected. Try again later',
  ),
  oidc_refused: text(
    '身份提供方的响应无效，请重新登录',
    'The response of the identity provider is not valid. Start again',
  ),
  oidc_discovery_failed: text(
    '无法读取该地址的 OpenID Connect 配置，或其 issuer 与填写的不一致',
    'No OpenID Connect configuration with this issuer was found at the address',
  ),
  oidc_too_many: text('最多添加 {maximum} 个身份提供方', 'At most {maximum} identity providers can be added'),
  telegram_unbound: text('该 Telegram 账户未绑定', 'This Telegram account is not bound'),
  github_unreachable: text('无法连接至 GitHub 服务器，请稍后重试！', 'Unable to reach GitHub, please try again later'),
  linuxdo_unreachable: text(
    '无法连接至 Linux DO 服务器，请稍后重试！',
    'Unable to reach Linux DO, please try again later',
  ),
  wechat_unreachable: text(
    '无法连接至微信服务器，请稍后重试！',
    'Unable to reach the WeChat server, please try again later',
  ),
  oauth_denied: text('授权被取消或拒绝', 'The authorization was cancelled or refused'),
  oauth_code_wrong: text('授权码无效或已过期，请重新授权', 'The authorization code is invalid or expired. Start again'),
  binding_last: text(
    '这是你唯一的登录方式，请先设置密码或绑定其他账户',
    'This is your only way to sign in. Set a password or bind another account first',
  ),
  account_banned: text('用户已被封禁', 'This account has been disabled'),
  account_cancelled: text('用户已注销', 'This account has been cancelled'),

  // Organisations
  org_missing: text('组织不存在', 'The organization does not exist'),
  org_forbidden: text('你在此组织中的角色无权进行此操作', 'Your role in this organization does not allow this', 403),
  org_header_invalid: text('请求头 X-Turnpike-Org 无效', 'The header X-Turnpike-Org is not valid', 400),
  org_not_supported: text(
    '此接口不支持组织，请去掉请求头 X-Turnpike-Org',
    'This request cannot act for an organization. Leave out the header X-Turnpike-Org',
    400,
  ),
  org_member_missing: text(
    '该用户不是此组织的成员，或其角色不能发送请求',
    'The user may not send requests for this organization',
  ),
  org_creation_forbidden: text('你不能创建组织', 'You may not create organizations', 403),
  orgs_too_many: text('一个用户最多加入 {maximum} 个组织', 'A user can belong to {maximum} organizations at most'),
  org_members_full: text('一个组织最多有 {maximum} 名成员', 'An organization has at most {maximum} members'),
  org_update_forbidden: text(
    '无权更改自己所在的组织，或所有者等级不低于你的组织',
    'You may not change an organization of yours, or one whose owner has the same or a higher level',
    403,
  ),
  org_owner_only: text('只有组织的所有者可以进行此操作', 'Only the owner of the organization can do this', 403),
  org_owner_role: text(
    '所有者的角色只能通过转让更改',
    'The role of the owner changes only when the organization is transferred',
  ),
  org_owner_stays: text(
    '所有者不能离开组织，请先转让或删除组织',
    'The owner cannot leave. Transfer or delete the organization first',
  ),
  org_owner_cancels: text(
    '请先转让或删除你拥有的组织，再注销账户',
    'Transfer or delete the organizations that you own before you delete your account',
  ),
  org_person_missing: text('该用户不是此组织的成员', 'The user is not a member of this organization'),
  org_invitations_too_many: text(
    '一个组织最多有 {maximum} 个未使用的邀请',
    'An organization has at most {maximum} open invitations',
  ),
  org_invitation_gone: text('邀请无效、已使用或已过期', 'The invitation is not valid, was used or has expired'),
  org_invitation_other_mail: text(
    '此邀请发给了另一个邮箱，请绑定该邮箱后再接受',
    'The invitation was sent to another address. Bind that address first, then accept it',
  ),
  org_mail_unavailable: text(
    '管理员未设置服务器地址，无法发送邀请邮件，请改用链接',
    'Invitations cannot be mailed because the server address is not set. Use a link',
  ),
  org_already_member: text('你已是此组织的成员', 'You are already a member of this organization'),
  org_offer_self: text('你已是此组织的所有者', 'You are the owner of this organization already'),
  org_offer_gone: text('转让不存在、已撤回或已过期', 'The transfer does not exist, was withdrawn or has expired'),
  org_balance_left: text(
    '组织的余额为 {balance}，余额为 0 时才能删除',
    'The balance of the organization is {balance}. It can be deleted when it is 0',
  ),
  org_requests_running: text(
    '组织还有请求正在进行，请在结束后重试',
    'Requests of the organization are still running. Try again when they have ended',
  ),
  org_token_foreign: text(
    '此令牌属于其他成员：你只能将其禁用、删除或设置限制',
    'Another member holds this token. You may only disable it, delete it or set its limits',
    403,
  ),

  // People
  user_missing: text('用户不存在', 'User does not exist'),
  user_read_forbidden: text('无权获取同级或更高等级用户的信息', 'You may not read users of the same or a higher level'),
  user_delete_forbidden: text(
    '无权删除同权限等级或更高权限等级的用户',
    'You may not delete users of the same or a higher level',
  ),
  user_create_forbidden: text(
    '无法创建权限大于等于自己的用户',
    'You may not create users with permission at or above your own',
  ),
  promote_forbidden: text(
    '普通管理员用户无法提升其他用户为管理员',
    'A regular administrator cannot promote others to administrator',
  ),
  already_admin: text('该用户已经是管理员', 'This user is already an administrator'),
  already_ordinary: text('该用户已经是普通用户', 'This user is already an ordinary user'),
  group_unknown: text('分组 {group} 不存在', 'The group {group} does not exist'),

  // Wallet
  code_missing: text('未提供兑换码', 'No redemption code provided'),
  code_invalid: text('无效的兑换码', 'Invalid redemption code'),
  code_used: text('该兑换码已被使用', 'This redemption code has been used'),
  code_name_length: text('兑换码名称长度必须在1-20之间', 'Redemption code name must have 1 to 20 characters'),
  code_quota_invalid: text('兑换码面额必须是大于 0 的整数', 'The amount of a code must be a whole number above 0'),
  code_used_fixed: text('已使用的兑换码不能修改', 'A used code cannot be changed'),
  code_not_unused: text('只有未使用的兑换码可以编辑', 'Only unused codes can be edited'),
  code_count_low: text('兑换码个数必须大于0', 'The number of codes must be greater than 0'),
  code_count_high: text('一次兑换码批量生成的个数不能大于 100', 'At most 100 codes can be created at a time'),
  ratio_config_disabled: text('倍率配置接口未启用', 'The administrator does not publish the price book', 403),
  topup_too_low: text('充值金额过低', 'Recharge amount too low'),
  payment_not_configured: text('当前管理员未配置支付信息', 'The administrator has not configured payment'),
  payment_method_unknown: text('支付方式不存在', 'Unknown payment method'),
  payment_unreachable: text('拉起支付失败，请稍后重试', 'The payment could not be started, please try again later'),
  task_missing: text('任务不存在', 'The task does not exist'),
  task_not_cancellable: text('该任务无法取消', 'This task cannot be cancelled'),
  task_not_retryable: text('该任务无法重试', 'This task cannot be retried'),
  task_file_missing: text('服务商不再提供该文件', 'The provider no longer has this file'),
  task_refused: text('提交失败：{reason}', 'The task was not submitted: {reason}'),
  order_not_found: text('订单不存在', 'The order does not exist'),
  order_completed: text('该订单已完成', 'This order has been completed already'),
  refund_changed: text('金额已有变化，请刷新后重试', 'The refunded amount has changed. Reload and try again'),
  refund_too_much: text('最多可退 {amount}', 'At most {amount} can be refunded'),
  refund_nothing: text('没有可退的金额', 'Nothing is left to refund'),
  refund_running: text('该请求仍在进行，结束后才能退款', 'This request is still running. Refund it when it has ended'),
  refund_unpaid: text('该订单尚未到账，无法退款', 'This order has not been credited, so it cannot be refunded'),
  refund_pending: text(
    '该订单有一笔退款正在等待服务商确认',
    'A refund of this order is waiting for the payment provider',
  ),
  refund_beyond_balance: text(
    '退款需扣回 {amount}，用户可用余额只有 {available}',
    'This refund takes back {amount}, but only {available} of the balance is available',
  ),
  refund_refused: text(
    '支付服务商拒绝了退款（{reason}），未作任何更改',
    'The payment provider refused the refund ({reason}). Nothing has changed',
  ),
  refund_credited: text(
    '该订单的金额已抵扣到套餐 {plan}，请先终止该套餐',
    'This order was credited to the plan {plan}. End that plan first',
  ),
  refund_other_mode: text(
    '该订单由另一个商户号或另一种模式收款，无法用当前设置退款',
    'This order was paid to another merchant or mode. The current settings cannot refund it',
  ),
  chat_link_missing: text('管理员未设置聊天链接或查询链接', 'The administrator has not set a chat or query link'),
  balance_full: text('余额已达上限，无法入账', 'The balance would exceed its maximum'),
  quota_insufficient: text('用户额度不足', 'Insufficient user quota'),

  // Plans
  plan_missing: text('套餐不存在', 'There is no such plan'),
  plan_disabled: text('套餐未启用', 'This plan is not on sale'),
  plan_title_invalid: text('套餐标题须为 1 至 60 个字符，且只能是一行', 'A title is one line of 1 to 60 characters'),
  plan_price_invalid: text('价格须为 0 至 9999，最多六位小数', 'A price is 0 to 9999 with at most six decimals'),
  plan_seconds_missing: text('自定义周期须大于 0 秒', 'A custom period needs its length in seconds'),
  plan_window_repeated: text('同一时长的窗口只能有一个', 'A plan has at most one window of each length'),
  plan_group_unknown: text('分组 {group} 不存在', 'There is no group {group}'),
  plans_full: text('套餐最多 {max} 个', 'There are at most {max} plans'),
  plan_changed: text('套餐已更新，请查看后再购买', 'The plan has changed. Look at it again before you buy it'),
  plan_bought_up: text('已达到该套餐的购买上限', 'You have bought this plan as often as it allows'),
  plan_balance_forbidden: text('该套餐不支持余额支付', 'This plan cannot be paid from the balance'),
  plan_not_payable: text('该套餐不支持这种支付方式', 'This plan cannot be paid in this way'),
  plan_price_differs: text(
    'Stripe 上的价格与套餐不一致，请联系管理员',
    'The price at Stripe differs from that of the plan. Ask the administrator',
  ),
  plan_upgrade_impossible: text('无法替换该订阅', 'This subscription cannot be replaced'),
  plan_insufficient: text('套餐已用完', 'The plan is used up'),
  subscription_missing: text('订阅不存在', 'There is no such subscription'),
  subscription_over: text('订阅已结束', 'This subscription has ended'),
  subscription_busy: text(
    '自动续费正在更改中，请稍后再试',
    'The renewal is being changed right now. Try again in a moment',
  ),
  subscription_not_renewed: text('该订阅不会自动续费', 'This subscription is not renewed automatically'),

  // Agents
  agents_disabled: text('管理员未开启代理功能', 'The administrator has not enabled sales agents'),
  agent_missing: text('该用户不是代理', 'This user is not an agent'),
  agent_application_closed: text('当前不接受代理申请', 'Applications to become an agent are closed'),
  agent_already: text('你已是代理或已提交申请', 'You are an agent, or have applied already'),
  agent_own: text('不能处理与自己有关的代理事项', 'You cannot decide about your own shares and withdrawals'),
  agent_decided: text('该事项已被处理', 'This has been decided already'),
  agent_account_closed: text('该代理的账户已被禁用或注销', 'The account of this agent is disabled or cancelled'),
  agent_terms_invalid: text(
    '比例须为 0 至 100，最多两位小数；天数须为 0 至 365',
    'Percentages are 0 to 100 with at most two decimals, days are 0 to 365',
  ),
  agent_shares_beyond: text('两级比例之和不能超过 100%', 'Both levels together cannot exceed 100 percent'),
  payout_fields_missing: text('收款方式至少需要一个字段', 'A way to be paid needs at least one field'),

  // Questions and answers
  faq_question_invalid: text('问题须为 1 至 200 个字符，且只能是一行', 'A question is one line of 1 to 200 characters'),
  faq_answer_invalid: text('答案须为 1 至 10000 个字符', 'An answer has 1 to 10,000 characters'),
  faq_entry_incomplete: text('至少填写一种语言的问题和答案', 'Enter question and answer in at least one language'),
  faq_question_twice: text('有两条相同的问题', 'Two entries have the same question'),
  faq_too_long: text('最多 200 条问题', 'A list has at most 200 questions'),

  // Notifications
  email_unbound: text('请先绑定邮箱', 'Bind an email address first'),
  webhook_address_invalid: text('通知地址必须是 http 或 https 地址', 'The address must be an http or https address'),
  webhook_address_missing: text('请填写机器人的密钥或通知地址', 'Enter the key of the bot or its address'),
  webhook_secret_missing: text('请扫码绑定或填写推送凭证', 'Scan the QR code or enter the push token'),
  wxpusher_disabled: text('管理员未开启 WxPusher 扫码绑定', 'Administrator has not enabled binding by WxPusher'),
  wxpusher_failed: text('WxPusher 没有按预期响应，请稍后重试', 'WxPusher did not respond as expected. Try again later'),
  wxpusher_unbound: text('尚未绑定 WxPusher', 'WxPusher is not bound'),
  notification_none: text('请先开启一种通知方式', 'Switch on a way to be notified first'),

  // Tokens
  token_name_missing: text('令牌名称不能为空', 'Enter a name for the token'),
  token_name_long: text('令牌名称过长', 'Token name is too long'),
  token_enable_expired: text(
    '令牌已过期，无法启用，请先修改令牌过期时间，或者设置为永不过期',
    'The token has expired and cannot be enabled. Change its expiry, or set it to never expire, first',
  ),
  token_enable_exhausted: text(
    '令牌可用额度已用尽，无法启用，请先修改令牌剩余额度，或者设置为无限额度',
    'The token has reached its spending limit and cannot be enabled. Raise the limit, or set it to unlimited, first',
  ),
  token_expiry_invalid: text('过期时间格式错误！', 'Expiry time format error'),
  time_zone_unknown: text('时区不存在', 'This time zone does not exist'),
  budget_repeated: text('同一周期只能有一个预算', 'Only one budget per period is allowed'),
  record_of_group: text(
    '此记录按分组的规则保存，只有超级管理员可以删除',
    'A group setting keeps this record. Only the super administrator can delete it',
  ),
  limit_reached: text('已达到限制', 'A limit is reached', 429),
  token_quota_invalid: text('金额必须是不小于 0 的整数', 'The amount must be a whole number of at least 0'),
  token_group_refused: text('无权使用分组 {group}', 'You may not use the group {group}'),
  token_missing: text('未提供令牌', 'No token provided', 401),
  token_invalid: text('无效的令牌', 'Invalid token', 401),
  token_disabled: text('该令牌状态不可用', 'This token is not usable', 401),
  token_ip_refused: text('您的 IP 不在令牌允许访问的列表中', 'This token does not allow your address', 403),
  token_expired: text('该令牌已过期', 'This token has expired', 401),
  token_exhausted: text('令牌额度不足', 'Insufficient token quota', 401),
  token_too_many: text('令牌数量已达上限 {maximum}', 'You have reached the limit of {maximum} tokens'),
  tokens_none_selected: text('请至少选择一个令牌', 'Select at least one token'),
  token_not_shareable: text(
    '令牌“{name}”未启用，无法生成分享链接',
    'The token {name} is not enabled, so its key cannot be shared',
  ),
  share_links_too_many: text(
    '令牌“{name}”最多有 {maximum} 个未使用的分享链接，请先撤销一个',
    'The token {name} has {maximum} open share links, which is the limit. Revoke one first',
  ),
  share_link_gone: text(
    '此链接无效、已被使用、已被撤销或已过期',
    'This link is not valid, was used already, was revoked or has expired',
  ),

  // Saved views
  view_name_missing: text('请输入视图名称', 'Enter a name for the view'),
  view_name_long: text('视图名称过长', 'The name of the view is too long'),
  view_name_taken: text('此列表已有同名视图', 'This list already has a view of this name'),
  views_too_many: text('每个列表最多保存 {maximum} 个视图', 'A list keeps at most {maximum} views. Delete one first'),

  // Channels
  channel_missing: text('渠道不存在', 'Channel does not exist'),
  channel_type_unknown: text('未知的渠道类型', 'Unknown channel type'),
  channel_name_long: text('渠道名称不能超过 64 个字符', 'The channel name must not exceed 64 characters'),
  channel_key_invalid: text(
    '渠道密钥只能是一行可见的 ASCII 字符',
    'A channel key must be one line of visible ASCII characters',
  ),
  channel_keys_many: text('一次最多添加 {maximum} 个密钥', 'At most {maximum} keys can be added at a time'),
  channel_keys_full: text('一个渠道最多 {maximum} 个密钥', 'A channel has at most {maximum} keys'),
  channel_key_gone: text('该密钥已不存在', 'This key no longer exists'),
  channel_key_last: text(
    '渠道至少需要一个启用的密钥；如需停用，请禁用整个渠道',
    'A channel needs one enabled key; to stop using it, disable the channel',
  ),
  model_unknown: text('没有该模型，或你的分组不能使用', 'There is no such model, or your groups may not use it'),
  channel_model_only: text(
    '“{model}”是渠道 {name} 唯一的模型，请改为禁用该渠道',
    '{model} is the only model of {name}. Disable the channel instead',
  ),
  channel_model_unlisted: text('渠道 {name} 的列表中没有“{model}”', '{name} does not list {model}'),
  channel_model_name_invalid: text('模型名称无效：{model}', 'Invalid model name: {model}'),
  channels_none_to_tag: text('请先选择要设置标签的渠道！', 'please select channels to tag first'),
  channels_none_to_change: text('请先选择要修改的渠道！', 'Select the channels to change first'),
  channels_none_to_test: text('请先选择要测试的渠道！', 'Select the channels to test first'),
  channel_test_failed: text('测试失败：{reason}', 'Test failed: {reason}'),
  channel_test_unpriced: text(
    '渠道正常响应，但模型 {model} 没有价格，请求会被拒绝，请先设置价格',
    'The channel responds, but requests to {model} are refused until it has a price',
  ),
  balance_running: text('余额更新已在运行中', 'Balances are already being updated'),
  model_lists_running: text('模型列表正在读取中', 'Model lists are being read already'),
  model_pattern_invalid: text(
    '模型名称的匹配规则无效：1 至 255 个字符，不含逗号，首尾无空格，最多 8 个 *',
    'Invalid pattern: use 1 to 255 characters, no commas, no spaces at the ends, and at most 8 *',
  ),
  model_patterns_many: text('忽略规则已达上限', 'No more patterns can be ignored. Delete some first'),
  channel_id_invalid: text('无效的渠道 ID', 'Invalid channel ID', 400),
  channel_disabled: text('该渠道已被禁用', 'This channel has been disabled', 403),
  channel_pin_forbidden: text('普通用户不支持指定渠道', 'Ordinary users cannot specify a channel', 403),
  channel_none: text(
    '当前分组 {group} 下对于模型 {model} 无可用渠道',
    'No available channels for model {model} in group {group}',
    503,
  ),
  channel_saturated: text(
    '当前分组上游负载已饱和，请稍后再试',
    'Current group upstream load is saturated, please try again later',
    429,
  ),
  // Related gateways have one more refusal: the consistency of the database is broken, because the routing index names
  // a channel that is gone. Ours cannot occur: routes are built from the channels themselves.
  test_running: text('测试已在运行中', 'A test is already running'),
  not_implemented: text('尚未实现', 'Not implemented for this channel type'),

  // Options
  option_unknown: text('未知的设置项：{key}', 'Unknown setting: {key}'),
  config_missing: text('没有提供配置文件', 'No configuration file was given'),
  config_too_large: text('配置文件过大', 'The configuration file is too large'),
  config_refused: text(
    '配置未应用，共 {count} 处有误。{place}：{reason}',
    'Nothing was applied: {count} problems in the file. {place}: {reason}',
  ),
  config_changed: text(
    '预览之后内容已被修改，配置未应用，请重新预览',
    'The configuration was changed since the preview, so nothing was applied. Preview the file again',
    409,
  ),
  config_yaml: text('无法读取：{reason}', 'Cannot be read: {reason}'),
  config_unknown_field: text('未知的字段 {field}', 'Unknown field {field}'),
  config_wrong_type: text('应为 {expected}', 'Expected {expected}'),
  config_wrong_value: text('此处不允许该值', 'This value is not allowed here'),
  config_required: text('缺少该字段', 'This field is missing'),
  config_list_item: text(
    '列表中的名称不能含逗号，首尾不能有空格',
    'Names in a list have no comma and no space at their ends',
  ),
  config_name_wrong: text('名称无效', 'The name is invalid'),
  config_entry_empty: text('该条目为空', 'The entry is empty'),
  config_name_twice: text('名称 {name} 出现了两次', 'The name {name} appears twice'),
  config_name_ambiguous: text(
    '有多个条目名为 {name}，请先改名',
    'Several entries are named {name}. Rename all but one first',
  ),
  config_two_keys: text('key 和 keys 只能填写一个', 'Give key or keys, not both'),
  config_secret_plain: text(
    '密钥不能以明文写在文件中，请写成 env: 变量名',
    'A secret must not be in the file in plain text. Name a variable with env',
  ),
  config_env_name: text('变量名无效', 'The name of the variable is invalid'),
  config_env_refused: text(
    '不能读取变量 {name}：由服务器读取的变量名须以 {prefix} 开头，且不能是服务器自身的设置',
    'The variable {name} cannot be read. Its name must begin with {prefix} and must not be a setting of the server',
  ),
  config_env_missing: text('环境变量 {name} 未设置', 'The environment variable {name} is not set'),
  config_sealed_foreign: text('该密文不是由本系统加密的', 'This encrypted text was not created by this installation'),
  config_sealed_elsewhere: text(
    '该密文属于另一个设置项或另一个主机',
    'This encrypted text belongs to another option or another host',
  ),
  price_change_far: text('最多提前一年', 'At most a year ahead'),
  price_list_unreadable: text('无法读取该价目表', 'The price list could not be read'),
  price_source_patterns: text('请至少填写一个模型名称规则', 'Enter at least one pattern of model names'),
  price_source_many: text('价格来源数量已达上限 {max}', 'At most {max} price sources can be added'),
  price_source_busy: text('正在读取该来源', 'The source is being read'),
  price_undo_done: text('该价格变更已撤销', 'This price change has been undone already'),
  price_undo_changed: text(
    '这些模型的价格之后又被修改，无法撤销：{models}',
    'The prices of these models were changed since, so the change cannot be undone: {models}',
  ),
  proxy_name_taken: text('已有名为 {name} 的代理', 'There is a proxy named {name} already'),
  proxy_password_missing: text(
    '代理的主机、端口、协议或用户名已更改，请重新输入密码',
    'Enter the password of the proxy again: its protocol, host, port or user has changed',
  ),
  proxy_missing: text('没有名为 {name} 的代理', 'There is no proxy named {name}'),
  proxy_in_use: text(
    '{count} 个渠道正在使用此代理：{channels}。请先为它们选择其他代理',
    '{count} channels use this proxy: {channels}. Choose another one for them first',
  ),
  proxy_too_many: text('最多添加 {maximum} 个代理', 'At most {maximum} proxies can be added'),
  proxy_unusable: text(
    '无法使用此代理：密码无法解密，或已被删除',
    'This proxy cannot be used: it was deleted, or its password cannot be decrypted',
  ),
  proxy_unreachable: text('无法通过此代理连接：{reason}', 'No connection through this proxy: {reason}'),
  proxy_away: text('无法连接到代理', 'The proxy could not be reached'),
  proxy_credentials: text('代理拒绝了用户名或密码', 'The proxy refused the user name or password'),
  proxy_echo_unreachable: text(
    '代理已连接，但查询出口地址的服务没有响应',
    'The proxy works, but the service for the exit address did not respond',
  ),
  proxy_timeout: text('代理在 {seconds} 秒内没有响应', 'The proxy did not respond within {seconds} seconds'),
  proxy_echo_failed: text(
    '代理可用，但用于查询出口地址的服务没有返回 IP 地址（HTTP {status}）',
    'The proxy works, but the service for the exit address returned no IP address (HTTP {status})',
  ),
  virtual_name_invalid: text(
    '名称须为 1 至 100 个字符，不含逗号，首尾无空格',
    'The name must have 1 to 100 characters, without commas and without spaces at its ends',
  ),
  virtual_name_taken: text('已有名为 {name} 的虚拟模型', 'There is a virtual model named {name} already'),
  virtual_members_count: text('请选择 1 至 20 个模型', 'Choose 1 to 20 models'),
  virtual_member_invalid: text('无效的模型名称', 'Invalid model name'),
  virtual_member_twice: text('同一个模型只能选择一次', 'A model can be chosen only once'),
  virtual_tokens_crossed: text(
    '提示词的最小 Token 数大于最大 Token 数',
    'The minimum number of prompt tokens is above the maximum',
  ),
  virtual_nested: text(
    '{name} 是虚拟模型；虚拟模型只能由真实模型组成',
    '{name} is a virtual model. A virtual model can only contain real models',
  ),
  virtual_is_member: text(
    '虚拟模型 {name} 中已有同名的模型',
    'The virtual model {name} already contains a model of this name',
  ),
  virtual_too_many: text('最多创建 {maximum} 个虚拟模型', 'At most {maximum} virtual models can be created'),
  github_not_configured: text(
    '无法启用 GitHub OAuth，请先填入 GitHub Client Id 以及 GitHub Client Secret！',
    'Fill in the GitHub client id and secret before enabling GitHub login',
  ),
  linuxdo_not_configured: text(
    '无法启用 LinuxDO OAuth，请先填入 LinuxDO Client Id 以及 LinuxDO Client Secret！',
    'Fill in the LinuxDO client id and secret before enabling LinuxDO login',
  ),
  wechat_not_configured: text(
    '无法启用微信登录，请先填入微信登录相关配置信息！',
    'Fill in the WeChat login settings before enabling it',
  ),
  telegram_not_configured: text(
    '无法启用 Telegram 登录，请先填入 Telegram Bot 名称和令牌！',
    'Fill in the Telegram bot name and token before enabling Telegram login',
  ),
  turnstile_not_configured: text(
    '无法启用 Turnstile 校验，请先填入 Turnstile 校验相关配置信息！',
    'Fill in the Turnstile keys before enabling the check',
  ),
  email_whitelist_empty: text(
    '无法启用邮箱域名限制，请先填入限制的邮箱域名！',
    'Fill in the allowed email domains before enabling the restriction',
  ),

  // Transport and operation
  too_many_requests: text('请求过于频繁，{seconds} 秒后再试', 'Too many requests. Try again in {seconds} s', 429),
  database_error: text('数据库错误，请稍后重试', 'Database error, please try again later', 503),
  upstream_failed: text('请求服务商失败，请稍后重试', 'The request to the provider failed, please try again later'),
  internal: text('服务器内部错误，请联系管理员', 'Server internal error, contact the administrator', 500),
} as const

export type ErrorCode = keyof typeof errors
export type { ErrorParams, Language }

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

/** The sentence a person reads. */
export const errorText = (code: ErrorCode, language: Language, params?: ErrorParams): string =>
  worded(errors[code], language, params)
