import { dictionary } from '../../../lib/text/text.ts'

export const modelsText = dictionary({
  en: {
    choose: 'Choose models',
    usual: ({ type }: { type: string }) => `Recommended for ${type}`,
    all: 'All known models',
    unpriced: 'Without a price: calls are refused',
    noPrice: 'no price',
    fetch: 'Fetch from upstream',
    fillUsual: 'Add recommended',
    fillAll: 'Add all',
    clear: 'Clear',
    noUsual: 'No recommended models for this type',
    noList: 'This provider has no model list',
    custom: 'Custom models',
    customPlaceholder: 'Comma separated',
    addCustom: 'Add',
    exist: ({ names }: { names: string }) => `Already added: ${names}`,

    drawerTitle: 'Provider models',
    storedAddress: 'Using the saved key and URL. Save first to use your changes.',
    search: 'Search models',
    selectAll: 'Select all',
    selectNone: 'Select none',
    notOffered: 'not offered',
    new: 'new',
    none: 'The provider listed no models',
    noneMatch: 'No models match',
    summary: ({ added, removed }: { added: number; removed: number }) =>
      added + removed === 0
        ? 'No changes'
        : [added && `${added} added`, removed && `${removed} removed`].filter(Boolean).join(' · '),
    take: ({ count }: { count: number }) => (count === 1 ? 'Use 1 model' : `Use ${count} models`),
  },
  zh: {
    choose: '选择模型',
    usual: ({ type }) => `${type} 推荐`,
    all: '所有已知模型',
    unpriced: '没有价格，调用会被拒绝',
    noPrice: '没有价格',
    fetch: '从上游获取',
    fillUsual: '添加推荐模型',
    fillAll: '添加全部模型',
    clear: '清除',
    noUsual: '该类型没有推荐模型',
    noList: '该服务商没有模型列表接口',
    custom: '自定义模型',
    customPlaceholder: '多个名称以逗号分隔',
    addCustom: '添加',
    exist: ({ names }) => `已添加过：${names}`,

    drawerTitle: '上游提供的模型',
    storedAddress: '使用已保存的密钥和地址。如需使用更改，请先保存。',
    search: '搜索模型',
    selectAll: '全选',
    selectNone: '全不选',
    notOffered: '上游未提供',
    new: '新增',
    none: '上游没有列出任何模型',
    noneMatch: '没有匹配的模型',
    summary: ({ added, removed }) =>
      added + removed === 0
        ? '没有变化'
        : [added && `增加 ${added} 个`, removed && `移除 ${removed} 个`].filter(Boolean).join(' · '),
    take: ({ count }) => `使用 ${count} 个模型`,
  },
})
