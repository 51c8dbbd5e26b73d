import { dictionary } from '../../../lib/text/text.ts'

export const compatibilityText = dictionary({
  en: {
    title: 'Compatibility',
    section: 'Without effect',
    sectionText:
      'Options of other servers of this family. They are kept so that settings can be carried over; nothing reads them.',
    stop: 'Stop answers at sensitive words',
    queue: 'Stream cache queue length',
    fileUpload: 'Role that may upload files',
    fileDownload: 'Role that may download files',
    imageUpload: 'Role that may upload pictures',
    imageDownload: 'Role that may download pictures',
  },
  zh: {
    title: '兼容',
    section: '不起作用的选项',
    sectionText: '来自同类服务器的选项，保留它们是为了方便迁移设置，本系统不会读取。',
    stop: '遇到敏感词时停止回答',
    queue: '流式缓存队列长度',
    fileUpload: '可上传文件的角色',
    fileDownload: '可下载文件的角色',
    imageUpload: '可上传图片的角色',
    imageDownload: '可下载图片的角色',
  },
})
