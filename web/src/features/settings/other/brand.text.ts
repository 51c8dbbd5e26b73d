import { dictionary } from '../../../lib/text/text.ts'

export const brandText = dictionary({
  en: {
    title: 'Name and logo',
    text: 'Shown in the top bar, the title of the window and mails.',
    SystemName: 'System name',
    nameMissing: 'Enter a name',
    Logo: 'Logo',
    LogoHelp:
      'An https address, or a path of this server such as /logo.svg. Empty means the mark of the product. It is drawn 24 px high.',
    logoWrong: 'Enter an https address, or a path that starts with /',
    look: 'In the top bar',
    blocked: 'The picture is shown after you save and reload the page.',
    broken: 'No picture came from this address. The mark of the product is shown instead.',
  },
  zh: {
    title: '名称与 Logo',
    text: '显示在顶栏、窗口标题和邮件中。',
    SystemName: '系统名称',
    nameMissing: '请输入名称',
    Logo: 'Logo',
    LogoHelp: 'https 地址，或本服务器上的路径，例如 /logo.svg。留空则使用产品图标。显示高度为 24 像素。',
    logoWrong: '请输入 https 地址，或以 / 开头的路径',
    look: '顶栏效果',
    blocked: '保存并刷新页面后显示此图片。',
    broken: '这个地址没有返回图片，将改为显示产品图标。',
  },
})
