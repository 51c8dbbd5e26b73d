/** How Ant Design calls a style module: with the class of the component, and often with another one that only carries its variables. */
type ExportedStyle = { name: string; kind: 'hook' | 'component'; variablesClass?: string }
type StyleModule = { prefix: string; exports: readonly ExportedStyle[] }

const ofOwnClass = (prefix: string): StyleModule => ({ prefix, exports: [{ name: 'default', kind: 'hook' }] })
const ofRootClass = (prefix: string): StyleModule => ({
  prefix,
  exports: [{ name: 'default', kind: 'hook', variablesClass: `${prefix}-css-var` }],
})
const component = (prefix: string): StyleModule => ({ prefix, exports: [{ name: 'default', kind: 'component' }] })

/** The styles of the parts of Ant Design that we use, by their path in `antd/es`. */
export const styleModules: Readonly<Record<string, StyleModule>> = {
  'button/style/index.js': ofOwnClass('ant-btn'),
  'button/style/compact.js': component('ant-btn'),
  'checkbox/style/index.js': ofRootClass('ant-checkbox'),
  'date-picker/style/index.js': ofRootClass('ant-picker'),
  'drawer/style/index.js': ofOwnClass('ant-drawer'),
  'dropdown/style/index.js': ofRootClass('ant-dropdown'),
  'image/style/index.js': ofRootClass('ant-image'),
  'input/style/index.js': {
    prefix: 'ant-input',
    exports: [
      { name: 'useSharedStyle', kind: 'hook' },
      { name: 'default', kind: 'hook', variablesClass: 'ant-input-css-var' },
    ],
  },
  'input/style/textarea.js': ofRootClass('ant-input'),
  'input-number/style/index.js': ofRootClass('ant-input-number'),
  'modal/style/index.js': ofRootClass('ant-modal'),
  'modal/style/confirm.js': component('ant-modal'),
  'pagination/style/index.js': ofOwnClass('ant-pagination'),
  'popconfirm/style/index.js': ofOwnClass('ant-popconfirm'),
  'popover/style/index.js': ofOwnClass('ant-popover'),
  'qr-code/style/index.js': ofOwnClass('ant-qrcode'),
  'radio/style/index.js': ofRootClass('ant-radio'),
  'segmented/style/index.js': ofOwnClass('ant-segmented'),
  'select/style/index.js': ofRootClass('ant-select'),
  'skeleton/style/index.js': ofOwnClass('ant-skeleton'),
  'space/style/index.js': ofOwnClass('ant-space'),
  'space/style/addon.js': ofOwnClass('ant-space-addon'),
  'space/style/compact.js': ofOwnClass('ant-space-compact'),
  'spin/style/index.js': ofOwnClass('ant-spin'),
  'switch/style/index.js': ofOwnClass('ant-switch'),
  'table/style/index.js': ofRootClass('ant-table'),
  'tabs/style/index.js': ofRootClass('ant-tabs'),
  'tooltip/style/index.js': {
    prefix: 'ant-tooltip',
    exports: [
      { name: 'default', kind: 'hook', variablesClass: 'ant-tooltip-css-var' },
      { name: 'default', kind: 'hook', variablesClass: 'ant-popover-css-var' }, // popovers are tooltips
    ],
  },
}

/** Styles that Ant asks for and no component of ours needs. */
export const needlessStyles = new Set([
  '_util/wave/style.js', // waves are switched off
  'config-provider/style/index.js', // icons, which are among what all share
  'menu/style/index.js', // menus stand in dropdowns alone, which style them
  'pagination/style/bordered.js', // a component, for the design of wireframes
])
