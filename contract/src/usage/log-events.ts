import type { Language } from '../errors.ts'

/**
 * Sentences of the log rows that no relayed call writes. The row carries the Chinese text, which clients of this family
 * show as it is, and in `other` the event and its parameters, which our console turns into its own sentence. `{name}`
 * marks a parameter.
 */
const text = (zh: string, en: string) => ({ zh, en })

export const logEvents = {
  // Credits
  new_user_gift: text('新用户注册赠送 {amount}', 'New-user gift {amount}'),
  invitee_gift: text('使用邀请码赠送 {amount}', 'Invitation-code gift {amount}'),
  invite_reward: text('邀请用户赠送 {amount}', 'Invitation reward {amount}'),
  code_redeemed: text('通过兑换码充值 {amount}，兑换码ID {code}', 'Redeemed {amount} with code {code}'),
  topped_up: text('使用在线充值成功，充值金额: {amount}，支付金额：{money}', 'Topped up {amount}, paid {money}'),
  order_completed: text(
    '超级管理员手动完成订单 {order}，充值金额: {amount}',
    'A super administrator completed order {order} by hand: {amount}',
  ),
  drawing_refunded: text('绘图 {task} 未完成，已退还 {amount}', 'Drawing {task} was not finished: {amount} refunded'),
  task_refunded: text('异步任务 {task} 未完成，已退还 {amount}', 'Task {task} was not finished: {amount} refunded'),
  call_refunded: text(
    '请求 {request} 曾按检查点收费，多收的 {amount} 已退回',
    'Request {request} was charged {amount} too much at a checkpoint. The amount was refunded',
  ),
  call_refunded_by_hand: text(
    '管理员退还了请求费用 {amount}，原因：{reason}',
    'An administrator refunded {amount} of this request: {reason}',
  ),
  order_refunded: text(
    '订单 {order} 已退款 {money}，从余额扣回 {amount}，原因：{reason}',
    'Order {order} was refunded: {money} paid back, {amount} taken from the balance: {reason}',
  ),
  order_refunded_outside: text(
    '支付服务商退回了订单 {order} 的 {money}，从余额扣回 {amount}',
    'The payment provider refunded {money} of order {order}: {amount} taken from the balance',
  ),
  order_refund_failed: text(
    '订单 {order} 的退款未成功，已恢复余额 {amount}',
    'The refund of order {order} failed: {amount} returned to the balance',
  ),
  plan_bought: text('购买套餐 {plan}，支付金额：{money}', 'Bought the plan {plan}, paid {money}'),
  plan_bought_from_balance: text(
    '使用余额购买套餐 {plan}，扣除 {amount}',
    'Bought the plan {plan} for {amount} of the balance',
  ),
  plan_order_completed: text(
    '超级管理员手动完成订单 {order}，已开通套餐 {plan}',
    'A super administrator completed order {order} by hand: the plan {plan}',
  ),
  plan_renewed: text('套餐 {plan} 已续费，支付金额：{money}', 'Renewed the plan {plan}, paid {money}'),
  plan_refunded: text(
    '套餐订单 {order} 已退款 {money}，原因：{reason}',
    'Plan order {order} was refunded: {money} paid back: {reason}',
  ),
  plan_refunded_outside: text(
    '支付服务商退回了套餐订单 {order} 的 {money}',
    'The payment provider refunded {money} of plan order {order}',
  ),
  plan_ended_by_refund: text('套餐 {plan} 已因退款终止', 'The plan {plan} ended because it was refunded'),
  plan_refund_failed: text(
    '套餐订单 {order} 的退款 {money} 未成功，已终止的套餐不会恢复',
    'The refund of {money} of plan order {order} failed. A plan that has ended is not restored',
  ),
  affiliate_transfer: text('邀请收益转入余额 {amount}', 'Transferred {amount} of earnings to the balance'),

  dividend: text('获得分成 {amount}', 'Earned a share of {amount}'),
  dividend_reversed: text(
    '因退款或争议扣回分成 {amount}',
    'A share of {amount} was taken back after a refund or dispute',
  ),
  dividend_refused: text('分成 {amount} 未通过审核', 'A share of {amount} was refused'),
  agent_applied: text('申请成为代理', 'Applied to become a sales agent'),
  agent_joined: text('成为代理', 'Became a sales agent'),
  withdrawal_asked: text('申请提现 {amount}', 'Asked for a payout of {amount}'),
  withdrawal_cancelled: text('撤销提现申请 {amount}', 'Took back the request for a payout of {amount}'),
  withdrawal_approved: text('提现 {amount} 已批准，等待打款', 'A payout of {amount} was approved'),
  withdrawal_paid: text('提现 {amount} 已打款', 'A payout of {amount} was made'),
  withdrawal_refused: text('提现 {amount} 被拒绝，原因：{reason}', 'A payout of {amount} was refused: {reason}'),

  // What happens to the keys of people
  share_link_opened: text(
    '令牌 {token} 的密钥已通过分享链接被查看',
    'The key of token {token} was shown through a share link',
  ),

  // What administrators do to people
  quota_changed: text(
    '管理员将用户余额从 {before} 修改为 {after}',
    'An administrator changed the balance from {before} to {after}',
  ),
  quota_changed_because: text(
    '管理员将用户余额从 {before} 修改为 {after}，原因：{reason}',
    'An administrator changed the balance from {before} to {after}: {reason}',
  ),
  record_read: text(
    '超级管理员查看了一次请求的记录，请求 ID {call}',
    'A super administrator read the record of a request, request ID {call}',
  ),
  record_read_by_member: text(
    '组织的管理者查看了一次请求的记录，请求 ID {call}',
    'A manager of the organization read the record of a request, request ID {call}',
  ),
  limits_changed: text('管理员修改了用户的限制', 'An administrator changed the limits of the user'),
  user_created: text('管理员创建了用户 {target}', 'An administrator created {target}'),
  user_edited: text('管理员修改了用户 {target}', 'An administrator edited {target}'),
  user_disabled: text('管理员禁用了用户 {target}', 'An administrator disabled {target}'),
  user_enabled: text('管理员启用了用户 {target}', 'An administrator enabled {target}'),
  user_deleted: text('管理员注销了用户 {target}', 'An administrator cancelled {target}'),
  user_restored: text('管理员恢复了用户 {target}', 'An administrator restored {target}'),
  user_promoted: text('用户 {target} 被提升为管理员', '{target} was promoted to administrator'),
  user_demoted: text('用户 {target} 被降级为普通用户', '{target} was demoted to ordinary user'),
  second_factor_reset: text(
    '管理员重置了用户 {target} 的两步验证',
    'An administrator removed the second factors of {target}',
  ),

  plan_given: text('管理员赠送了套餐 {plan}', 'An administrator gave the plan {plan}'),
  plan_reset: text('管理员重置了套餐 {plan} 的用量', 'An administrator reset the usage of the plan {plan}'),
  plan_reset_because: text(
    '管理员重置了套餐 {plan} 的用量，原因：{reason}',
    'An administrator reset the usage of the plan {plan}: {reason}',
  ),
  plan_extended: text('管理员延长了套餐 {plan}，原因：{reason}', 'An administrator extended the plan {plan}: {reason}'),
  plan_invalidated: text('管理员终止了套餐 {plan}', 'An administrator ended the plan {plan}'),
  plan_invalidated_because: text(
    '管理员终止了套餐 {plan}，原因：{reason}',
    'An administrator ended the plan {plan}: {reason}',
  ),

  agent_changed: text('管理员操作了代理：{action} {target}', 'Sales agents: {action} {target}'),

  call_cancelled: text(
    '管理员取消了正在进行的 {model} 请求，请求 ID {call}',
    'An administrator cancelled a running request to {model}, request ID {call}',
  ),

  // What administrators do to the system
  channel_changed: text('管理员操作了渠道：{action} {target}', 'Channels: {action} {target}'),
  plans_changed: text('管理员操作了套餐：{action} {target}', 'Plans: {action} {target}'),
  codes_changed: text('管理员操作了兑换码：{action} {target}', 'Redemption codes: {action} {target}'),
  oidc_changed: text('管理员操作了身份提供方：{action} {target}', 'Identity providers: {action} {target}'),
  option_changed: text('修改了系统设置 {key}', 'Changed the setting {key}'),
  price_change: text('定时价格变更：{action} {target}', 'Scheduled price change: {action} {target}'),
  virtual_model_changed: text('管理员操作了虚拟模型：{action} {target}', 'Virtual models: {action} {target}'),
  proxy_changed: text('管理员操作了代理：{action} {target}', 'Proxies: {action} {target}'),
  logs_cleared: text('清理了 {count} 条历史日志', 'Cleared {count} old log rows'),
} as const

export type LogEvent = keyof typeof logEvents
export type LogParams = Record<string, string | number>

export const isLogEvent = (event: unknown): event is LogEvent =>
  typeof event === 'string' && Object.hasOwn(logEvents, event)

/** The acts on channels, plans or codes, by the last part of the audited action. */
const actions: Readonly<Record<string, ReturnType<typeof text>>> = {
  create: text('新增', 'created'),
  update: text('修改', 'edited'),
  delete: text('删除', 'deleted'),
  copy: text('复制', 'copied'),
  enable: text('启用', 'enabled'),
  disable: text('禁用', 'disabled'),
  change_many: text('批量修改', 'changed several'),
  tag: text('设置标签', 'tagged'),
  edit_tag: text('修改标签', 'tag edited'),
  enable_tag: text('启用标签', 'tag enabled'),
  disable_tag: text('禁用标签', 'tag disabled'),
  add_keys: text('添加密钥', 'keys added'),
  change_key: text('修改密钥', 'key changed'),
  remove_keys: text('移除密钥', 'keys removed'),
  key_mode: text('修改密钥选择方式', 'key choice changed'),
  change_models: text('按服务商列表修改模型', 'models changed from the list of the provider'),
  follow_models: text('自动跟随服务商模型列表', 'models followed the list of the provider'),
  resume: text('结束冷却', 'cooldown ended'),
  undo: text('撤销操作', 'action undone'),
  revert: text('恢复旧值', 'earlier values restored'),
  schedule: text('新增', 'scheduled'),
  reschedule: text('修改', 'edited'),
  unschedule: text('取消', 'cancelled'),
  fix: text('修复', 'repaired'),
  test_all: text('测试全部', 'tested all'),
  test_many: text('批量测试', 'tested several'),
  update_balances: text('更新余额', 'balances updated'),
  appoint: text('任命', 'appointed'),
  approve: text('批准', 'approved'),
  refuse: text('拒绝', 'refused'),
  end: text('终止', 'ended'),
  set_terms: text('修改条款', 'terms changed'),
  set_payout_methods: text('修改打款方式', 'ways to be paid changed'),
}

/** The sentence of an event with its parameters filled in. */
export function logText(event: LogEvent, language: Language, params: LogParams = {}): string {
  return logEvents[event][language].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '')
    const action = value.split('.').at(-1) ?? ''
    return name === 'action' && Object.hasOwn(actions, action) ? (actions[action]?.[language] ?? value) : value
  })
}
