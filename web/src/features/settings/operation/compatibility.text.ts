import { dictionary } from '../../../lib/text/text.ts'

export const compatibilityText = dictionary({
  en: {
    title: 'Compatibility',
    section: 'Without effect',
    sectionText:
      'Options of other servers of this family. They are kept so that settings can be carried over; nothing reads them.',
    StopOnSensitiveEnabled: 'Stop answers at sensitive words',
    StreamCacheQueueLength: 'Stream cache queue length',
    FileUploadPermission: 'Role that may upload files',
    FileDownloadPermission: 'Role that may download files',
    ImageUploadPermission: 'Role that may upload pictures',
    ImageDownloadPermission: 'Role that may download pictures',
  },
  zh: {
    title: '兼容',
    section: '不起作用的选项',
    sectionText: '来自同类服务器的选项，保留它们是为了方便迁移设置，本系统不会读取。',
    StopOnSensitiveEnabled: '遇到敏感词时停止回答',
    StreamCacheQueueLength: '流式缓存队列长度',
    FileUploadPermission: '可上传文件的角色',
    FileDownloadPermission: '可下载文件的角色',
    ImageUploadPermission: '可上传图片的角色',
    ImageDownloadPermission: '可下载图片的角色',
  },
})
