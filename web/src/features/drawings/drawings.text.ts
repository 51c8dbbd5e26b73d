import { dictionary } from '../../lib/text/text.ts'

export const drawingsText = dictionary({
  title: ['Drawing log', '绘图日志'],
  code: ['Submit result', '提交结果'],
  code1: ['Submitted', '已提交'],
  code21: ['Waiting', '等待中'],
  code22: ['Duplicate', '重复提交'],
  code0: ['Not submitted', '未提交'],
  result: ['Result / fail reason', '结果 / 失败原因'],
  prompts: ['Prompt · English prompt', '提示词 · 英文提示词'],
  promptEn: ['English prompt', '英文提示词'],
  showPicture: ['Show image', '查看图片'],
  playVideo: ['Play video', '播放视频'],
  emptyTitle: ['No drawings in this time', '这段时间没有绘图'],
  emptyText: [
    'Drawings made with your tokens are listed here.',
    '用你的令牌提交的每个绘图任务都会列在这里，并显示进度、图片和费用。',
  ],
  noMatch: ['No drawings match', '没有符合条件的绘图'],
  notifyOff: [
    'Callbacks are off: clients that wait for a notification do not receive their result.',
    '未开启回调：等待通知的客户端收不到绘图结果。',
  ],
  openSettings: ['Open settings', '打开设置'],
})
