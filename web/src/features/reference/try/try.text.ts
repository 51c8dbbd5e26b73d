import { dictionary } from '../../../lib/text/text.ts'

export const tryText = dictionary({
  title: ['Try it', '在线试用'],
  signInFirst: ['Sign in to send this request with your token.', '登录后可用自己的令牌发送此请求。'],
  noToken: ['You have no token that can send requests.', '你没有可用的令牌。'],
  body: ['Request body', '请求体'],
  form: ['Form fields', '表单字段'],
  file: ['Choose a file', '选择文件'],
  badBody: ['The body must be a JSON object.', '请求体必须是 JSON 对象。'],
  charged: ['This request is charged to your account.', '此请求会从你的账户扣费。'],
  send: ['Send request', '发送请求'],
  stop: ['Stop', '停止'],
  deleteTitle: ['Delete the video?', '删除此视频？'],
  deleteText: ['The video is deleted at the provider and cannot be restored.', '视频会在服务商处删除，无法恢复。'],
  result: ['Response', '响应'],
  receiving: ['Receiving…', '接收中…'],
  cut: ['Only the first part is shown.', '仅显示前一部分。'],
  stopped: ['Stopped', '已停止'],
  picture: ['Image from the response', '响应中的图片'],
  openLog: ['Open in the usage log', '在使用日志中打开'],
})
