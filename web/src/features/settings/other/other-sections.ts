import { isOptionText } from '@turnpike/contract/option-kinds'
import { options } from '@turnpike/contract/options'
import { isShownPicture } from '../../../lib/address/shown-picture.ts'
import { option, type Rule, type SectionTable } from '../form/section-table.ts'

const nameRule: Rule = (text) => (text.trim() === '' ? ['Enter a name', '请输入名称'] : undefined)
const logoRule: Rule = (text) =>
  isOptionText(options.Logo, text) && (text === '' || isShownPicture(text, window.location.origin))
    ? undefined
    : ['Enter an https address, or a path that starts with /', '请输入 https 地址，或以 / 开头的路径']

/** Fields and parts that have components of their own. */
export type OtherField = 'notice' | 'home' | 'about' | 'footer' | 'brandPreview'

/** The name, the logo and the texts of this installation. */
export const otherSections: SectionTable<OtherField> = [
  {
    section: 'other/branding',
    title: ['Name and logo', '名称与 Logo'],
    parts: [
      {
        title: ['Name and logo', '名称与 Logo'],
        text: ['Shown in the top bar, window title and emails.', '显示在顶栏、窗口标题和邮件中。'],
        fields: [
          option('SystemName', ['System name', '系统名称'], { isProse: true, rule: nameRule }),
          option('Logo', ['Logo', 'Logo'], {
            help: [
              'An https address, or a path on this server such as /logo.svg. Leave empty for the Turnpike logo. Shown 24 px high.',
              'https 地址，或本服务器上的路径，例如 /logo.svg。留空则使用 Turnpike 图标。显示高度为 24 像素。',
            ],
            placeholder: '/logo.svg',
            rule: logoRule,
          }),
          'brandPreview',
          option('FeedbackLink', ['Feedback link', '反馈链接'], {
            help: ['Shown in the help menu, for example your forum.', '显示在帮助菜单中，例如你的论坛。'],
            optional: true,
            placeholder: 'https://forum.example.com',
          }),
        ],
      },
      {
        title: ['Language', '语言'],
        fields: [
          option('DefaultLanguage', ['Default language', '默认语言'], {
            help: [
              'For browsers set to neither Chinese nor English. Emails in both languages begin with it.',
              '用于语言既非中文也非英文的浏览器。双语邮件以它开头。',
            ],
            choices: { zh: ['Chinese', '中文'], en: ['English', '英文'] },
          }),
        ],
      },
    ],
  },
  {
    section: 'other/notice',
    title: ['Notice', '公告'],
    parts: ['notice'],
    options: [option('Notice', ['Notice', '公告'])],
  },
  {
    section: 'other/home',
    title: ['Home page', '首页'],
    parts: ['home'],
    options: [option('HomePageContent', ['Home page', '首页'])],
  },
  { section: 'other/about', title: ['About', '关于'], parts: ['about'], options: [option('About', ['About', '关于'])] },
  {
    section: 'other/footer',
    title: ['Footer', '页脚'],
    parts: ['footer'],
    options: [option('Footer', ['Footer', '页脚'])],
  },
]
