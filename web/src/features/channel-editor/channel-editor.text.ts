import { dictionary } from '../../lib/text/text.ts'

/** The page itself: titles, sections and the toasts after an action. */
export const editorText = dictionary({
  add: ['Add channel', '添加渠道'],
  edit: ['Edit channel', '编辑渠道'],
  missing: ['Channel does not exist', '渠道不存在'],
  missingText: ['It may have been deleted.', '它可能已被删除。'],
  toList: ['Back to channels', '返回渠道列表'],
  saveAndTest: ['Save and test', '保存并测试'],
  lastTest: ['Last test', '上次测试'],
  notTestable: ['Channels of this type cannot be tested', '该类型的渠道不支持测试'],
  responded: ['{model} responded in {time}', '{model} 已响应，用时 {time}'],
  respondedIn: ['Responded in {time}', '已响应，用时 {time}'],
  testFailed: ['Test failed', '测试失败'],
  created: [
    ({ count }: { count: number }) => (count === 1 ? 'Channel added' : `${count} channels added`),
    ({ count }) => (count === 1 ? '渠道已添加' : `已添加 ${count} 个渠道`),
  ],
  saved: ['Channel saved', '渠道已保存'],
  doNotResubmit: ['Saving failed. Do not submit again.', '提交失败，请勿重复提交'],
  brokenAt: ['{text} (line {line}, column {column})', '{text}（第 {line} 行第 {column} 列）'],
  basics: ['Basics', '基本信息'],
  basicsText: ['The type sets the API format and the fields below.', '类型决定接口格式和下方的字段。'],
  credentials: ['Credentials', '凭据'],
  credentialsNew: ['Keys cannot be shown after saving.', '密钥保存后无法再次查看。'],
  credentialsStored: [
    'Keys cannot be shown after saving. Leave empty to keep the saved key.',
    '密钥保存后无法再次查看。留空则保留已保存的密钥。',
  ],
  modelsSection: ['Models', '模型'],
  modelsText: ['Models this channel serves.', '此渠道可以提供的模型。'],
  advancedText: ['Most channels need none of these.', '大多数渠道无需填写。'],
})
