import { dictionary } from '../../lib/text/text.ts'

export const stateText = dictionary({
  en: {
    closeBanner: 'Close notice',
    clearFilters: 'Clear filters',
    failed: 'This could not be loaded',
    request: 'Request',
    requestId: 'Request id',
    forbidden: 'You don’t have access to this page',
    forbiddenText: 'Only administrators can open it.',
    forbiddenRoot: 'You don’t have access to this tab',
    forbiddenRootText: 'Only the super administrator can open it.',
    home: 'Back to home',
    crashed: 'This page stopped working',
    crashedText: 'Reload to continue. If it persists, send this message to your administrator.',
    reload: 'Reload page',
  },
  zh: {
    closeBanner: '关闭提示',
    clearFilters: '清除筛选',
    failed: '加载失败',
    request: '请求',
    requestId: '请求 ID',
    forbidden: '你没有权限访问此页面',
    forbiddenText: '此页面仅对管理员开放。',
    forbiddenRoot: '你没有权限访问此标签页',
    forbiddenRootText: '你没有权限访问此标签页。',
    home: '返回首页',
    crashed: '页面出错了',
    crashedText: '请重新加载。如果再次出现，请把以下内容发给管理员。',
    reload: '重新加载',
  },
})
