import { dictionary } from '../../lib/text/text.ts'

/** The fields of channels, tokens, codes and users, by the names they have in requests. */
export const fieldNamesText = dictionary({
  en: {
    id: 'The row itself',
    type: 'Type',
    name: 'Name',
    group: 'Groups',
    tag: 'Tag',
    key: 'Key',
    keys: 'Keys',
    base_url: 'Base URL',
    other: 'Extra field',
    openai_organization: 'Organization',
    models: 'Models',
    model_mapping: 'Model mapping',
    test_model: 'Test model',
    max_input_tokens: 'Input limit',
    status_code_mapping: 'Status code mapping',
    setting: 'Extra settings',
    priority: 'Priority',
    weight: 'Weight',
    auto_ban: 'Disable on failure',
    status: 'Status',
  },
  zh: {
    id: '记录本身',
    type: '类型',
    name: '名称',
    group: '分组',
    tag: '标签',
    key: '密钥',
    keys: '密钥列表',
    base_url: 'API 地址',
    other: '附加字段',
    openai_organization: '组织',
    models: '模型',
    model_mapping: '模型映射',
    test_model: '测试模型',
    max_input_tokens: '输入上限',
    status_code_mapping: '状态码映射',
    setting: '额外设置',
    priority: '优先级',
    weight: '权重',
    auto_ban: '失败时自动禁用',
    status: '状态',
  },
})

export type FieldName = keyof (typeof fieldNamesText)['en']
export const isFieldName = (name: string): name is FieldName => Object.hasOwn(fieldNamesText.en, name)
