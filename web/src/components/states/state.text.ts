import { dictionary } from '../../lib/text/text.ts'

export const stateText = dictionary({
  closeBanner: ['Close notice', '关闭提示'],
  clearFilters: ['Clear filters', '清除筛选'],
  failed: ['This could not be loaded', '加载失败'],
  request: ['Request', '请求'],
  requestId: ['Request id', '请求 ID'],
  forbidden: ['You don’t have access to this page', '你没有权限访问此页面'],
  forbiddenText: ['Only administrators can open it.', '此页面仅对管理员开放。'],
  forbiddenRoot: ['You don’t have access to this tab', '你没有权限访问此标签页'],
  forbiddenRootText: ['Only the super administrator can open it.', '此标签页仅对超级管理员开放。'],
  home: ['Back to home', '返回首页'],
  crashed: ['This page stopped working', '页面出错了'],
  crashedText: [
    'Reload to continue. If it persists, send this message to your administrator.',
    '请重新加载。如果再次出现，请把以下内容发给管理员。',
  ],
  reload: ['Reload page', '重新加载'],
})
