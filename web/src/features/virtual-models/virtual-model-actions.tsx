import type { VirtualModel } from '@turnpike/contract/routing/virtual-models'
import { Button } from 'antd'
import { Power, PowerOff, Trash2 } from 'lucide-react'
import { RowMenu } from '../../components/menu/row-menu.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { useText } from '../../lib/text/text.ts'
import { virtualModelsText } from './virtual-models.text.ts'

export type VirtualModelHandlers = {
  edit: (virtual: VirtualModel) => void
  toggle: (virtual: VirtualModel) => void
  remove: (virtual: VirtualModel) => void
}

export function VirtualModelActions({ virtual, handlers }: { virtual: VirtualModel; handlers: VirtualModelHandlers }) {
  const t = useText(virtualModelsText)
  const { name, is_enabled } = virtual
  return (
    <span className={layoutStyles.rowActions}>
      <Button type="text" size="small" onClick={() => handlers.edit(virtual)}>
        {t('edit')}
      </Button>
      <RowMenu
        name={name}
        entries={[
          {
            key: 'toggle',
            label: t(is_enabled ? 'disable' : 'enable'),
            icon: is_enabled ? <PowerOff /> : <Power />,
            onSelect: () => handlers.toggle(virtual),
          },
        ]}
        removal={{
          verb: t('remove'),
          icon: <Trash2 />,
          question: t('removeQuestion', { name }),
          explanation: t('removeText'),
          onConfirm: () => handlers.remove(virtual),
        }}
      />
    </span>
  )
}
