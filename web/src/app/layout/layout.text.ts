import { dictionary } from '../../lib/text/text.ts'

export const layoutText = dictionary({
  skip: ['Skip to content', '跳到正文'],
  pageLoading: ['Loading the page', '正在加载页面'],
  home: ['Home', '首页'],
  console: ['Console', '控制台'],
  pricing: ['Pricing', '模型价格'],
  about: ['About', '关于'],
  mainMenu: ['Main menu', '主菜单'],
  openMenu: ['Open menu', '打开菜单'],
  menu: ['Menu', '菜单'],
  signUp: ['Sign up', '注册'],
  help: ['Help', '帮助'],
  theme: ['Theme', '主题'],
  light: ['Light', '浅色'],
  dark: ['Dark', '深色'],
  system: ['Follow system', '跟随系统'],
  notice: ['Notice', '公告'],
  offline: [
    'You are offline. What you see may be out of date, and nothing can be saved.',
    '网络已断开。当前内容可能不是最新的，也无法保存修改。',
  ],
  apiReference: ['API reference', '接口文档'],
  serviceStatus: ['Status', '服务状态'],
})
