import { dictionary } from '../../../lib/text/text.ts'

export const modelsText = dictionary({
  choose: ['Choose models', '选择模型'],
  usual: ['Recommended for {type}', '{type} 推荐'],
  all: ['All known models', '所有已知模型'],
  unpriced: ['Without a price: requests are refused', '没有价格，请求会被拒绝'],
  noPrice: ['no price', '没有价格'],
  fetch: ['Fetch from provider', '从服务商获取'],
  fillUsual: ['Add recommended', '添加推荐模型'],
  fillAll: ['Add all', '添加全部模型'],
  clear: ['Clear', '清除'],
  noUsual: ['No recommended models for this type', '该类型没有推荐模型'],
  noList: ['This provider has no model list', '该服务商没有模型列表接口'],
  custom: ['Custom models', '自定义模型'],
  customPlaceholder: ['Comma separated', '多个名称以逗号分隔'],
  addCustom: ['Add', '添加'],
  exist: ['Already added: {names}', '已添加过：{names}'],

  drawerTitle: ['Provider models', '服务商提供的模型'],
  storedAddress: [
    'Using the saved key and URL. Save first to use your changes.',
    '使用已保存的密钥和地址。如需使用更改，请先保存。',
  ],
  search: ['Search models', '搜索模型'],
  selectAll: ['Select all', '全选'],
  selectNone: ['Select none', '全不选'],
  notOffered: ['not offered', '服务商未提供'],
  new: ['new', '新增'],
  none: ['The provider listed no models', '服务商没有列出任何模型'],
  noneMatch: ['No models match', '没有匹配的模型'],
  summary: [
    ({ added, removed }: { added: number; removed: number }) =>
      added + removed === 0
        ? 'No changes'
        : [added && `${added} added`, removed && `${removed} removed`].filter(Boolean).join(' · '),
    ({ added, removed }) =>
      added + removed === 0
        ? '没有变化'
        : [added && `增加 ${added} 个`, removed && `移除 ${removed} 个`].filter(Boolean).join(' · '),
  ],
  take: ['Use {count model}', '使用 {count} 个模型'],
})
