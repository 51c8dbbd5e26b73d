import { dictionary } from '../../../../lib/text/text.ts'

export const whitelistText = dictionary({
  en: {
    title: 'Email whitelist',
    text: 'Email addresses allowed for registration and binding.',
    EmailDomainRestrictionEnabled: 'Listed domains only',
    EmailDomainRestrictionEnabledHelp: 'Other domains are refused.',
    EmailAliasRestrictionEnabled: 'No aliases',
    EmailAliasRestrictionEnabledHelp: 'Refuses addresses with a plus sign or dot before the @.',
    EmailDomainWhitelist: 'Allowed domains',
    EmailDomainWhitelistHelp: 'Enter, a comma or a space adds the domain. Several can be pasted at once.',
    placeholder: 'example.com',
    notDomain: ({ text }: { text: string }) => `“${text}” is not a domain such as example.com`,
  },
  zh: {
    title: '邮箱白名单',
    text: '哪些邮箱可以用来注册和绑定。',
    EmailDomainRestrictionEnabled: '仅限名单内的域名',
    EmailDomainRestrictionEnabledHelp: '其他域名的邮箱会被拒绝。',
    EmailAliasRestrictionEnabled: '禁止别名',
    EmailAliasRestrictionEnabledHelp: '拒绝 @ 之前含有加号或点的地址。',
    EmailDomainWhitelist: '允许的域名',
    EmailDomainWhitelistHelp: '按回车、逗号或空格添加域名，也可以一次粘贴多个。',
    placeholder: 'example.com',
    notDomain: ({ text }) => `“${text}”不是域名，请写成 example.com 这样`,
  },
})
