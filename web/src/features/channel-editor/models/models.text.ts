import { dictionary } from '../../../lib/text/text.ts'

export const modelsText = dictionary({
  en: {
    choose: 'Choose models',
    usual: ({ type }: { type: string }) => `Usual for ${type}`,
    all: 'All known models',
    fetch: 'Fetch from upstream',
    fillUsual: 'Fill usual',
    fillAll: 'Fill all',
    clear: 'Clear',
    noUsual: 'No usual models are known for this type',
    noList: 'This upstream has no list of its models',
    custom: 'Custom models',
    customPlaceholder: 'Comma separated',
    addCustom: 'Add',
    exist: ({ names }: { names: string }) => `some models already exist: ${names}`,

    drawerTitle: 'Models of the upstream',
    storedAddress: 'Asked at the stored address with the stored key: type and base URL are not saved yet.',
    search: 'Search models',
    selectAll: 'Select all',
    selectNone: 'Select none',
    notOffered: 'not offered',
    new: 'new',
    none: 'The upstream lists no models',
    noneMatch: 'No models match',
    summary: ({ added, removed }: { added: number; removed: number }) =>
      added + removed === 0
        ? 'Nothing changes'
        : [added && `${added} added`, removed && `${removed} removed`].filter(Boolean).join(' · '),
    cancel: 'Cancel',
    take: ({ count }: { count: number }) => (count === 1 ? 'Use 1 model' : `Use ${count} models`),
  },
  zh: {
    choose: '选择模型',
    usual: ({ type }) => `${type} 常用`,
    all: '所有已知模型',
    fetch: '从上游获取',
    fillUsual: '填入常用',
    fillAll: '填入所有',
    clear: '清除',
    noUsual: '该类型没有已知的常用模型',
    noList: '该上游没有模型列表接口',
    custom: '自定义模型',
    customPlaceholder: '多个名称以逗号分隔',
    addCustom: '添加',
    exist: ({ names }) => `某些模型已存在：${names}`,

    drawerTitle: '上游提供的模型',
    storedAddress: '类型和 API 地址尚未保存，此处使用已保存的地址和密钥获取。',
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
    cancel: '取消',
    take: ({ count }) => `使用 ${count} 个模型`,
  },
})
