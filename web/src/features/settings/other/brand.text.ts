import { dictionary } from '../../../lib/text/text.ts'

export const brandText = dictionary({
  en: {
    title: 'Name and logo',
    text: 'Shown in the top bar, window title and emails.',
    SystemName: 'System name',
    nameMissing: 'Enter a name',
    Logo: 'Logo',
    LogoHelp:
      'An https address, or a path on this server such as /logo.svg. Leave empty for the Turnpike logo. Shown 24 px high.',
    logoWrong: 'Enter an https address, or a path that starts with /',
    look: 'In the top bar',
    blocked: 'The image is shown after you save and reload the page.',
    broken: 'No image was found at this address. The Turnpike logo is shown instead.',
  },
  zh: {
    title: '名称与 Logo',
    text: '显示在顶栏、窗口标题和邮件中。',
    SystemName: '系统名称',
    nameMissing: '请输入名称',
    Logo: 'Logo',
    LogoHelp: 'https 地址，或本服务器上的路径，例如 /logo.svg。留空则使用 Turnpike 图标。显示高度为 24 像素。',
    logoWrong: '请输入 https 地址，或以 / 开头的路径',
    look: '顶栏效果',
    blocked: '保存并刷新页面后显示此图片。',
    broken: '这个地址没有图片，将显示 Turnpike 图标。',
  },
})
