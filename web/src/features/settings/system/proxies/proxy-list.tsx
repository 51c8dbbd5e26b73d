import { type ListedProxy, proxyApi } from '@turnpike/contract/routing/proxies'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { useUndoToast } from '../../../../components/history/use-undo.ts'
import { useListChange } from '../../../../components/list-page/use-page-query.ts'
import { ConfirmDialog } from '../../../../components/overlay/confirm-dialog.tsx'
import { proxyText } from '../../../../components/proxy/proxy.text.ts'
import { ProxyResult } from '../../../../components/proxy/proxy-result.tsx'
import { proxiesKey, undoProxy, useProxies, useProxyTest } from '../../../../components/proxy/use-proxies.ts'
import { Row, RowList } from '../../../../components/row-list/row-list.tsx'
import { SectionState } from '../../../../components/row-list/section-state.tsx'
import { EmptyState } from '../../../../components/states/empty-state.tsx'
import { call } from '../../../../lib/api/call.ts'
import { useSmallScreen } from '../../../../lib/browser/use-small-screen.ts'
import styles from './proxies.module.css'
import { ProxyDrawer } from './proxy-drawer.tsx'
import { proxyListText } from './proxy-list.text.ts'

type Open = { kind: 'edit'; proxy: ListedProxy | undefined } | { kind: 'remove'; proxy: ListedProxy }

/** The proxies that channels can use. Each is saved by itself, apart from the options of the page. */
export function ProxyList() {
  const t = proxyListText.use()
  const proxies = useProxies()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const told = useUndoToast(undoProxy, proxiesKey)
  const removing = useListChange(
    proxiesKey,
    ({ id }: ListedProxy) => call(proxyApi.remove, { params: { id: String(id) } }),
    {
      onDone: ({ undo_id }, { name }) => {
        told(t('removed', { name }), undo_id)
        close()
      },
    },
  )
  return (
    <FormSection title={t('title')} text={t('text')}>
      <SectionState query={proxies} lines={2}>
        {(rows) => {
          const add = (
            <Button icon={<Plus />} onClick={() => setOpen({ kind: 'edit', proxy: undefined })}>
              {t('add')}
            </Button>
          )
          if (rows.length === 0) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={add} />
          return (
            <>
              <RowList>
                {rows.map((proxy) => (
                  <ProxyRow key={proxy.id} proxy={proxy} onOpen={setOpen} />
                ))}
              </RowList>
              <div>{add}</div>
            </>
          )
        }}
      </SectionState>
      {open?.kind === 'edit' && <ProxyDrawer proxy={open.proxy} onClose={close} />}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          danger
          title={t('removeTitle', { name: open.proxy.name })}
          text={t('removeText')}
          verb={t('remove')}
          busy={removing.isPending}
          onConfirm={() => removing.mutate(open.proxy)}
          onCancel={close}
        />
      )}
    </FormSection>
  )
}

function ProxyRow({ proxy, onOpen }: { proxy: ListedProxy; onOpen: (open: Open) => void }) {
  const t = proxyListText.use()
  const tProxy = proxyText.use()
  const small = useSmallScreen()
  const test = useProxyTest()
  const { name, address, channels } = proxy
  const users = channels > 0 ? t('users', { count: channels }) : t('unused')
  const actions = (
    <div className={styles.actions}>
      <Button
        size="small"
        loading={test.isPending}
        aria-label={`${tProxy('test')} ${name}`}
        onClick={() => test.mutate({ proxy: name })}
      >
        {tProxy('test')}
      </Button>
      <Button size="small" aria-label={`${t('edit')} ${name}`} onClick={() => onOpen({ kind: 'edit', proxy })}>
        {t('edit')}
      </Button>
      <Button
        size="small"
        aria-label={`${t('remove')} ${name}`}
        disabled={channels > 0}
        title={channels > 0 ? users : undefined}
        onClick={() => onOpen({ kind: 'remove', proxy })}
      >
        {t('remove')}
      </Button>
    </div>
  )
  return (
    <Row
      title={name}
      detail={
        <>
          {address ? <code>{address}</code> : t('unreadable')} · {users}
          <ProxyResult test={test} />
          {small && actions}
        </>
      }
      actions={!small && actions}
    />
  )
}
