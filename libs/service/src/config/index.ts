export { ConfigError } from './config-error.js';
export * from './groups.js';
export { loadSettings, type Sources } from './load.js';
export * from './schemas.js';
export {
  defineSettings,
  type Rule,
  type Setting,
  type Settings,
  type SettingsTable,
  type Values,
  withoutEffect,
} from './setting.js';
