import { dictionary } from '../../lib/text/text.ts'

export const stateText = dictionary({
  en: {
    clearFilters: 'Clear filters',
    failed: 'This could not be loaded',
    request: 'Request',
    requestId: 'Request id',
    retry: 'Try again',
    forbidden: 'This page is not for your role',
    forbiddenText: 'Only administrators can open it. Ask one of them if you need to.',
    forbiddenRoot: 'This tab is for super administrators only',
    forbiddenRootText: 'Ask the super administrator if a setting has to change.',
    home: 'Back to home',
    crashed: 'This page stopped working',
    crashedText: 'Reload it to go on. If it happens again, tell the administrator what it says here.',
    reload: 'Reload page',
  },
  zh: {
    clearFilters: '清除筛选',
    failed: '加载失败',
    request: '请求',
    requestId: '请求 ID',
    retry: '重试',
    forbidden: '你的角色无法打开此页面',
    forbiddenText: '此页面仅对管理员开放，如有需要请联系管理员。',
    forbiddenRoot: '此标签页仅对超级管理员开放',
    forbiddenRootText: '如需修改设置，请联系超级管理员。',
    home: '返回首页',
    crashed: '页面出错了',
    crashedText: '重新加载后可继续使用；如果再次出现，请把下面的内容告诉管理员。',
    reload: '重新加载',
  },
})
