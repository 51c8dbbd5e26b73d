import {
  hiddenPassword,
  isProxyAddress,
  isProxyName,
  type ListedProxy,
  proxyApi,
  proxyBounds,
} from '@turnpike/contract/routing/proxies'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { InputField } from '../../../../components/fields/input-field.tsx'
import { useUndoToast } from '../../../../components/history/use-undo.ts'
import { useListChange } from '../../../../components/list-page/use-page-query.ts'
import { FormDrawer } from '../../../../components/overlay/form-drawer.tsx'
import { proxyText } from '../../../../components/proxy/proxy.text.ts'
import { ProxyResult } from '../../../../components/proxy/proxy-result.tsx'
import { proxiesKey, undoProxy, useProxyTest } from '../../../../components/proxy/use-proxies.ts'
import monoFieldStyles from '../../../../components/style/mono-field.module.css'
import { call } from '../../../../lib/api/call.ts'
import { language } from '../../../../lib/browser/preferences.ts'
import { refusalText } from '../../../../lib/text/refusal-text.ts'
import { proxyListText } from './proxy-list.text.ts'

type Values = { name: string; address: string }
type ProxyDrawerProps = {
  /** Absent for a new proxy. */
  proxy: ListedProxy | undefined
  onClose: () => void
}

/** Adds a proxy or edits one. It can be tested before it is saved. */
export function ProxyDrawer({ proxy, onClose }: ProxyDrawerProps) {
  const t = proxyListText.use()
  const tProxy = proxyText.use()
  const spoken = language.use()
  const closing = useRef(() => {})
  const { name = '', address = '', channels = 0 } = proxy ?? {}
  const [values, setValues] = useState<Values>({ name, address })
  const [showsProblems, setShowsProblems] = useState(false)
  const test = useProxyTest()
  const told = useUndoToast(undoProxy, proxiesKey)
  const isChanged = values.name !== name || values.address !== address
  const save = useListChange(proxiesKey, () => send(values, proxy), {
    onDone: ({ undo_id }) => {
      told(t('saved', { name: values.name.trim() }), undo_id)
      closing.current()
    },
  })
  const isNamed = isProxyName(values.name.trim())
  const isAddressed = isProxyAddress(values.address.trim())

  function submit() {
    setShowsProblems(true)
    if (isNamed && isAddressed && !save.isPending) save.mutate(undefined)
  }
  function runTest() {
    if (isAddressed) test.mutate({ proxy: values.address, ...(proxy && { id: proxy.id }) })
    else setShowsProblems(true)
  }
  return (
    <FormDrawer
      title={proxy ? t('editTitle', { name }) : t('addTitle')}
      holdsInput={isChanged && !save.isSuccess}
      startsTyping={!proxy}
      onClosed={onClose}
      closing={closing}
      verb={t('save')}
      onSubmit={submit}
      isSending={save.isPending}
    >
      <InputField
        label={t('name')}
        help={t(channels > 0 ? 'nameFixed' : 'nameHelp')}
        problem={showsProblems && !isNamed ? refusalText('proxy_name_invalid', spoken) : undefined}
        disabled={channels > 0}
        maxLength={proxyBounds.name.charactersMax * 2}
        spellCheck={false}
        placeholder="tokyo-1"
        value={values.name}
        onChange={(text) => setValues({ ...values, name: text })}
      />
      <InputField
        label={t('address')}
        help={t(address.includes(hiddenPassword) ? 'keepPassword' : 'addressHelp')}
        problem={showsProblems && !isAddressed ? refusalText('proxy_address_invalid', spoken) : undefined}
        className={monoFieldStyles.mono}
        maxLength={proxyBounds.address.lengthMax}
        spellCheck={false}
        placeholder={tProxy('addressPlaceholder')}
        value={values.address}
        onChange={(text) => {
          setValues({ ...values, address: text })
          test.reset()
        }}
      />
      <div>
        <Button loading={test.isPending} onClick={runTest}>
          {tProxy('test')}
        </Button>
        <ProxyResult test={test} />
      </div>
    </FormDrawer>
  )
}

/** Of a stored proxy, only what has changed. */
async function send(
  { name, address }: Values,
  proxy: ListedProxy | undefined,
): Promise<{ undo_id?: number | undefined }> {
  if (!proxy) {
    await call(proxyApi.create, { body: { name, address } })
    return {}
  }
  const { id, revision: seen_revision } = proxy
  const body = {
    id,
    seen_revision,
    ...(name !== proxy.name && { name }),
    ...(address !== proxy.address && { address }),
  }
  return call(proxyApi.update, { body })
}
