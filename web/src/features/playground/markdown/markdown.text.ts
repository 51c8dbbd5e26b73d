import { dictionary } from '../../../lib/text/text.ts'

export const markdownText = dictionary({
  code: ['Code', '代码'],
  showPicture: [({ host }: { host: string }) => `Show image from ${host}`, ({ host }) => `显示来自 ${host} 的图片`],
  openPicture: [({ host }: { host: string }) => `Open image from ${host}`, ({ host }) => `打开来自 ${host} 的图片`],
  done: ['Done', '已完成'],
  notDone: ['Not done', '未完成'],
})
