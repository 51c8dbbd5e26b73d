import { dictionary } from '../../lib/text/text.ts'

/** The fields that only channels have, by the names they have in requests. The editor of channels uses the same words. */
export const channelFieldNames = {
  en: {
    tag: 'Tag',
    base_url: 'Base URL',
    other: 'Extra field',
    openai_organization: 'Organization',
    model_mapping: 'Model mapping',
    test_model: 'Test model',
    max_input_tokens: 'Input limit',
    status_code_mapping: 'Status code mapping',
    setting: 'Extra settings',
    auto_ban: 'Disable on failure',
  },
  zh: {
    tag: '标签',
    base_url: 'API 地址',
    other: '附加字段',
    openai_organization: '组织',
    model_mapping: '模型映射',
    test_model: '测试模型',
    max_input_tokens: '输入上限',
    status_code_mapping: '状态码映射',
    setting: '额外设置',
    auto_ban: '失败时自动禁用',
  },
} as const

/** The fields of channels, tokens, codes and users, by the names they have in requests. */
export const fieldNamesText = dictionary({
  en: {
    ...channelFieldNames.en,
    id: 'The row itself',
    type: 'Type',
    name: 'Name',
    group: 'Groups',
    key: 'Key',
    keys: 'Keys',
    models: 'Models',
    priority: 'Priority',
    weight: 'Weight',
    status: 'Status',
  },
  zh: {
    ...channelFieldNames.zh,
    id: '记录本身',
    type: '类型',
    name: '名称',
    group: '分组',
    key: '密钥',
    keys: '密钥列表',
    models: '模型',
    priority: '优先级',
    weight: '权重',
    status: '状态',
  },
})

export type FieldName = keyof (typeof fieldNamesText)['en']
export const isFieldName = (name: string): name is FieldName => Object.hasOwn(fieldNamesText.en, name)
