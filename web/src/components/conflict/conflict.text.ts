import { dictionary } from '../../lib/text/text.ts'

export const conflictText = dictionary({
  en: {
    title: 'Saved by somebody else meanwhile',
    text: ({ name }: { name: string }) => `${name} changed this after you opened it. Your changes are not saved yet.`,
    own: 'This was changed in another window after you opened it. Your changes are not saved yet.',
    somebody: 'Somebody else',
    nothingShown: 'What changed is not shown here, such as a key.',
    mine: ({ value }: { value: string }) => `You entered: ${value}`,
    choice: 'Reload shows the saved values and keeps what you entered. Overwrite saves what you entered now.',
    cancel: 'Cancel',
    reload: 'Reload',
    overwrite: 'Overwrite',
  },
  zh: {
    title: '内容已被其他人修改',
    text: ({ name }) => `${name} 在你打开之后修改了内容。你的修改尚未保存。`,
    own: '内容在你打开之后已在其他窗口中修改。你的修改尚未保存。',
    somebody: '其他人',
    nothingShown: '修改的内容不在此显示，例如密钥。',
    mine: ({ value }) => `你输入的是：${value}`,
    choice: '重新加载会显示已保存的值，并保留你输入的内容；覆盖会立即保存你输入的内容。',
    cancel: '取消',
    reload: '重新加载',
    overwrite: '覆盖',
  },
})
