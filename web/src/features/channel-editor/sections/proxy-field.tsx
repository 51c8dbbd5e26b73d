import { hiddenPassword, isProxyAddress, isProxyName } from '@turnpike/contract/routing/proxies'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import { proxyText } from '../../../components/proxy/proxy.text.ts'
import { ProxyResult } from '../../../components/proxy/proxy-result.tsx'
import { useProxies, useProxyTest } from '../../../components/proxy/use-proxies.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import monoFieldStyles from '../../../components/style/mono-field.module.css'
import { language } from '../../../lib/browser/preferences.ts'
import { channelRefusalText } from '../../../lib/text/channel-refusal-text.ts'
import { dictionary } from '../../../lib/text/text.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import styles from './proxy-field.module.css'
import { membersOf, withMember } from './setting-member.ts'

const proxyFieldText = dictionary({
  proxy: ['Proxy', '代理'],
  address: ['Proxy address', '代理地址'],
  none: ['None', '无'],
  own: ['Own address…', '自定义地址…'],
  listed: ['From the list', '代理列表'],
  noneHelp: [
    'Requests go directly, or through the proxy of the server if it has one. The list is in Settings → System → Proxies.',
    '直接发送请求；服务器配置了全局代理时经全局代理发送。代理列表位于“设置 → 系统 → 代理”。',
  ],
  help: [
    'Everything that this channel sends goes through it, never directly. If the proxy cannot be reached, requests go to the next channel.',
    '此渠道的所有请求都经此代理发送，绝不直连。代理不可用时，请求会转到下一个渠道。',
  ],
  keepPassword: [
    'Leave ••• to keep the password. Enter it again when host, port or user changes.',
    '保留 ••• 即不修改密码。更改主机、端口或用户名后需要重新输入密码。',
  ],
  gone: [
    'The list has no proxy named {name}. The channel gets no requests.',
    '列表中没有名为 {name} 的代理，此渠道不会收到请求。',
  ],
})

/** Stands for an address in the choice; no name of a proxy has a colon. */
const own = ':own'
/** A longer list can be searched. */
const searchedMin = 8

/** A member of the extra settings below, which show it as well. */
export function ProxyField({ form: { values, edit, stored } }: { form: ChannelForm }) {
  const t = proxyFieldText.use()
  const tProxy = proxyText.use()
  const spoken = language.use()
  const test = useProxyTest()
  const [wantsOwn, setWantsOwn] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  const [isVisited, setIsVisited] = useState(false)
  const members = membersOf(values.setting)
  const proxy = typeof members?.proxy === 'string' ? members.proxy.trim() : ''
  // The first letters of an address that is being typed look like a name.
  const isOwn = wantsOwn || (proxy !== '' && !isProxyName(proxy))
  const isListed = !isOwn && proxy !== ''
  const proxies = useProxies({ enabled: isListed || isChoosing })
  const isGone = isListed && proxies.data?.every(({ name }) => name !== proxy)
  const isWrong = isOwn && !isProxyAddress(proxy)

  function set(next: string) {
    test.reset()
    edit({ setting: withMember(values.setting, 'proxy', next === '' ? undefined : next) })
  }
  function choose(choice: string) {
    setWantsOwn(choice === own)
    setIsVisited(false)
    set(choice === own ? '' : choice)
  }
  const testButton = (
    <Button
      loading={test.isPending}
      disabled={proxy === '' || isWrong}
      onClick={() => test.mutate({ proxy, ...(stored && { channel: stored.id }) })}
    >
      {tProxy('test')}
    </Button>
  )
  const names = proxies.data?.map(({ name, address }) => ({ value: name, label: name, title: address })) ?? []
  const gone = isGone ? [{ value: proxy, label: proxy }] : []
  const listed = [...names, ...gone]
  const choice = (
    <Field
      label={t('proxy')}
      optional
      help={t(proxy === '' && !isOwn ? 'noneHelp' : 'help')}
      problem={isGone ? t('gone', { name: proxy }) : undefined}
    >
      {(control) => (
        <div className={styles.choice}>
          <Select
            {...control}
            className={layoutStyles.wide}
            value={isOwn ? own : proxy}
            disabled={members === undefined}
            showSearch={listed.length > searchedMin}
            options={[
              { value: '', label: t('none') },
              { value: own, label: t('own') },
              ...(listed.length > 0 ? [{ label: t('listed'), options: listed }] : []),
            ]}
            onChange={choose}
            onFocus={() => setIsChoosing(true)}
          />
          {isListed && !isGone && testButton}
        </div>
      )}
    </Field>
  )
  const address = (
    <Field
      label={t('address')}
      help={proxy.includes(hiddenPassword) ? t('keepPassword') : undefined}
      problem={isVisited && isWrong ? channelRefusalText('proxy_address_invalid', spoken) : undefined}
      onBlur={() => setIsVisited(true)}
    >
      {(control) => (
        <div className={styles.choice}>
          <Input
            {...control}
            className={monoFieldStyles.mono ?? ''}
            autoComplete="off"
            spellCheck={false}
            placeholder={tProxy('addressPlaceholder')}
            value={proxy}
            disabled={members === undefined}
            onChange={(event) => set(event.target.value.trim())}
          />
          {testButton}
        </div>
      )}
    </Field>
  )
  return (
    <>
      <div>
        {choice}
        {!isOwn && <ProxyResult test={test} />}
      </div>
      {isOwn && (
        <div>
          {address}
          <ProxyResult test={test} />
        </div>
      )}
    </>
  )
}
