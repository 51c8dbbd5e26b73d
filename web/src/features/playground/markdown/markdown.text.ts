import { dictionary } from '../../../lib/text/text.ts'

export const markdownText = dictionary({
  code: ['Code', '代码'],
  showPicture: ['Show image from {host}', '显示来自 {host} 的图片'],
  openPicture: ['Open image from {host}', '打开来自 {host} 的图片'],
  done: ['Done', '已完成'],
  notDone: ['Not done', '未完成'],
})
