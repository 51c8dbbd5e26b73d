import { Fragment } from 'react'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { commandKeys } from '../../lib/browser/palette-state.ts'
import { dictionary } from '../../lib/text/text.ts'
import styles from './shortcuts.module.css'

const shortcutsText = dictionary({
  title: ['Keyboard shortcuts', '键盘快捷键'],
  everywhere: ['Everywhere', '通用'],
  search: ['Search and commands', '搜索与命令'],
  list: ['Show these shortcuts', '显示快捷键'],
  escape: ['Close a dialog, drawer or menu', '关闭对话框、抽屉或菜单'],
  lists: ['Lists and settings', '列表与设置'],
  filter: ['Search this page', '搜索当前页面'],
  forms: ['Forms', '表单'],
  saveForm: ['Save changes', '保存更改'],
  playground: ['Playground', '操练场'],
  send: ['Send the message', '发送消息'],
  newLine: ['New line', '换行'],
  proposals: ['Proposals', '变更建议'],
  next: ['Next or previous row', '下一行或上一行'],
  select: ['Select the row', '选择该行'],
  open: ['Open the row', '打开该行'],
  undoLast: ['Undo', '撤销'],
})

const groups = [
  [
    'everywhere',
    [
      ['search', [commandKeys('K')]],
      ['list', ['?']],
      ['escape', ['Esc']],
    ],
  ],
  ['lists', [['filter', ['/']]]],
  ['forms', [['saveForm', [commandKeys('S')]]]],
  [
    'playground',
    [
      ['send', ['Enter']],
      ['newLine', ['Shift Enter']],
    ],
  ],
  [
    'proposals',
    [
      ['next', ['J', 'K']],
      ['select', ['X']],
      ['open', ['Enter']],
      ['undoLast', ['U']],
    ],
  ],
] as const

/** The keyboard shortcuts of the console, by where they work. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const t = shortcutsText.use()
  return (
    <Dialog centered={false} width={440} title={t('title')} footer={null} onCancel={onClose}>
      <div className={styles.groups}>
        {groups.map(([group, rows]) => (
          <section key={group} aria-labelledby={`shortcuts-${group}`}>
            <h3 id={`shortcuts-${group}`}>{t(group)}</h3>
            <dl>
              {rows.map(([name, keys]) => (
                <Fragment key={name}>
                  <dt>{t(name)}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
