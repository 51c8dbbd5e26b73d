/** One file of the build, which is fetched with the first dialog or drawer. */
export { Drawer, Modal } from 'antd'
