import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors, errorText, isErrorCode } from './errors.ts'

const everyError = Object.entries(errors)
const placeholders = (text: string) => (text.match(/\{\w*\}/g) ?? []).sort()

/**
 * Texts that dictionaries of other clients are keyed by. Two more of that dictionary are not refusals of ours: the name
 * of a test call in the log, and a second wording of the missing id.
 */
const dictionaryKeys = `
令牌名称过长
令牌已过期，无法启用，请先修改令牌过期时间，或者设置为永不过期
令牌可用额度已用尽，无法启用，请先修改令牌剩余额度，或者设置为无限额度
id 为空！
用户已被封禁
无权进行此操作，权限不足
无权进行此操作，access token 无效
无权进行此操作，未登录且未提供 access token
无效的参数
无效的请求
输入不合法
用户不存在
用户名或密码为空
用户名或密码错误，或用户已被封禁
管理员关闭了密码登录
管理员关闭了新用户注册
管理员关闭了通过密码进行注册，请使用第三方账户验证的形式进行注册
管理员开启了邮箱验证，请输入邮箱地址和验证码
验证码错误或已过期
邮箱地址已被占用
该邮箱地址未注册
重置链接非法或已过期
Turnstile token 为空
Turnstile 校验失败，请刷新重试！
无法保存会话信息，请重试
管理员未开启通过 GitHub 登录以及注册
管理员未开启通过微信登录以及注册
该 GitHub 账户已被绑定
该微信账号已被绑定
无法连接至 GitHub 服务器，请稍后重试！
无权获取同级或更高等级用户的信息
无权更新同权限等级或更高权限等级的用户信息
无权删除同权限等级或更高权限等级的用户
无法创建权限大于等于自己的用户
无法禁用超级管理员用户
无法删除超级管理员用户
无法降级超级管理员用户
普通管理员用户无法提升其他用户为管理员
该用户已经是管理员
该用户已经是普通用户
未提供兑换码
无效的兑换码
该兑换码已被使用
兑换码名称长度必须在1-20之间
兑换码个数必须大于0
一次兑换码批量生成的个数不能大于 100
未提供令牌
无效的令牌
该令牌状态不可用
该令牌已过期
令牌额度不足
无法启用微信登录，请先填入微信登录相关配置信息！
无法启用 Turnstile 校验，请先填入 Turnstile 校验相关配置信息！
测试已在运行中
尚未实现
`
  .trim()
  .split('\n')

test('every refusal speaks both languages', () => {
  for (const [code, { zh, en }] of everyError) {
    assert.ok(zh.trim() !== '' && zh === zh.trim(), code)
    assert.match(en, /^[\x20-\x7e]+$/, `${code} is plain English`)
    assert.ok(en === en.trim() && en !== zh, code)
  }
})

test('both languages of a refusal name the same parameters', () => {
  for (const [code, { zh, en }] of everyError) assert.deepEqual(placeholders(zh), placeholders(en), code)
})

test('a refusal has one of the statuses that clients understand', () => {
  const statuses = new Set([200, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503])
  for (const [code, { status }] of everyError) assert.ok(statuses.has(status), `${code}: ${status}`)
})

test('the texts that other dictionaries are keyed by are there word by word', () => {
  const texts = new Set<string>(everyError.map(([, { zh }]) => zh))
  assert.deepEqual(
    dictionaryKeys.filter((key) => !texts.has(key)),
    [],
  )
})

test('a sentence carries its parameters in either language', () => {
  const params = { group: 'vip', model: 'gpt-4o' }
  assert.equal(errorText('channel_none', 'zh', params), '当前分组 vip 下对于模型 gpt-4o 无可用渠道')
  assert.equal(errorText('channel_none', 'en', params), 'No available channels for model gpt-4o in group vip')
  assert.equal(errorText('too_many_requests', 'en', { seconds: 0 }), 'Too many requests. Try again in 0 s')
})

test('a parameter is put in as it is, even when it looks like a pattern or a placeholder', () => {
  assert.equal(errorText('invalid_field', 'en', { field: "$& {key} $'" }), "Invalid parameter: $& {key} $'")
})

test('no placeholder is left in a sentence when a parameter is missing', () => {
  for (const [code] of everyError) {
    assert.ok(isErrorCode(code))
    for (const language of ['zh', 'en'] as const) assert.doesNotMatch(errorText(code, language), /[{}]/, code)
  }
})

test('only codes of the catalogue are codes', () => {
  assert.equal(isErrorCode('not_found'), true)
  for (const name of ['', 'constructor', '__proto__', 'toString', 'NOT_FOUND'])
    assert.equal(isErrorCode(name), false, name)
})
