import { dictionary } from '../../../lib/text/text.ts'

export const markdownText = dictionary({
  en: {
    code: 'Code',
    showPicture: ({ host }: { host: string }) => `Show image from ${host}`,
    openPicture: ({ host }: { host: string }) => `Open image from ${host}`,
    done: 'Done',
    notDone: 'Not done',
  },
  zh: {
    code: '代码',
    showPicture: ({ host }) => `显示来自 ${host} 的图片`,
    openPicture: ({ host }) => `打开来自 ${host} 的图片`,
    done: '已完成',
    notDone: '未完成',
  },
})
