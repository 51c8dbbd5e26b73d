import { dictionary } from '../../lib/text/text.ts'

/** The fields that only channels have, by the names they have in requests. The editor of channels uses the same words. */
export const channelFieldNames = {
  tag: ['Tag', '标签'],
  base_url: ['Base URL', 'API 地址'],
  other: ['Extra field', '附加字段'],
  openai_organization: ['Organization', '组织'],
  model_mapping: ['Model mapping', '模型映射'],
  test_model: ['Test model', '测试模型'],
  max_input_tokens: ['Input limit', '输入上限'],
  status_code_mapping: ['Status code mapping', '状态码映射'],
  setting: ['Extra settings', '额外设置'],
  param_override: ['Parameter override', '参数覆盖'],
  header_override: ['Header override', '请求头覆盖'],
  auto_ban: ['Disable on failure', '失败时自动禁用'],
} as const

/** The fields of channels, tokens, codes and users, by the names they have in requests. */
export const fieldNamesText = dictionary({
  ...channelFieldNames,
  id: ['The row itself', '记录本身'],
  group: ['Groups', '分组'],
  keys: ['Keys', '密钥列表'],
})
