import { dictionary } from '../../../../lib/text/text.ts'

export const whitelistText = dictionary({
  en: {
    title: 'Email whitelist',
    text: 'Which addresses may be used to register and to bind.',
    EmailDomainRestrictionEnabled: 'Listed domains only',
    EmailDomainRestrictionEnabledHelp: 'Addresses of any other domain are refused.',
    EmailAliasRestrictionEnabled: 'No aliases',
    EmailAliasRestrictionEnabledHelp:
      'Addresses with a plus sign or a dot before the @ are refused: one mailbox could open many accounts.',
    EmailDomainWhitelist: 'Allowed domains',
    EmailDomainWhitelistHelp: 'Enter, a comma or a space adds the domain. Several can be pasted at once.',
    placeholder: 'example.com',
    notDomain: ({ text }: { text: string }) => `“${text}” is no domain. Write it like example.com`,
  },
  zh: {
    title: '邮箱白名单',
    text: '哪些邮箱可以用来注册和绑定。',
    EmailDomainRestrictionEnabled: '仅限名单内的域名',
    EmailDomainRestrictionEnabledHelp: '其他域名的邮箱会被拒绝。',
    EmailAliasRestrictionEnabled: '禁止别名',
    EmailAliasRestrictionEnabledHelp: '@ 之前含有加号或点的地址会被拒绝，否则一个邮箱可以注册许多账号。',
    EmailDomainWhitelist: '允许的域名',
    EmailDomainWhitelistHelp: '按回车、逗号或空格添加域名，也可以一次粘贴多个。',
    placeholder: 'example.com',
    notDomain: ({ text }) => `“${text}”不是域名，请写成 example.com 这样`,
  },
})
