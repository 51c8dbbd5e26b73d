import { dictionary } from '../../../../../lib/text/text.ts'

/** The words of the drawer alone: the tabs of the settings carry those of the section. */
export const drawerText = dictionary({
  en: {
    nameMissing: 'Enter the name of the model',
    nameTaken: 'This model already exists',
    addTitle: 'Add model',
    editTitle: 'Edit price',
    name: 'Model name',
    nameHelp: 'The name used in requests.',
    inputField: 'Input',
    outputField: 'Output',
    perMillion: '/ 1M tokens',
    cancel: 'Cancel',
    apply: 'Apply',
    later: 'Takes effect when you save.',
  },
  zh: {
    nameMissing: '请输入模型名称',
    nameTaken: '模型名称已存在',
    addTitle: '添加模型',
    editTitle: '编辑价格',
    name: '模型名称',
    nameHelp: '请求中使用的名称。',
    inputField: '输入',
    outputField: '输出',
    perMillion: '/ 1M Token',
    cancel: '取消',
    apply: '应用',
    later: '保存价格后生效。',
  },
})
