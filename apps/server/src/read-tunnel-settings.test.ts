import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

const cloud = { PUBLIC_URL: 'https://cloud.example', TUNNEL_URL: 'https://devices.example' }
const read = (more: Record<string, string> = {}) => readSettings({ ...cloud, ...more }).tunnel

describe('the settings of tunnels', () => {
  it('give none without an address for their pages, and refuse what would then mean nothing', () => {
    expect(readSettings({}).tunnel).toBeNull()
    expect(() => readSettings({ TUNNEL_SSH_PORT: '2222' })).toThrow('TUNNEL_URL: needed with TUNNEL_SSH_PORT')
  })

  it('keep to usual ports, and tell controllers another name and port where these are given', () => {
    expect(read()).toMatchObject({ port: 8081, sshPort: 2222, sshAddress: null, relayUrl: null })
    expect(read({ TUNNEL_SSH_PUBLIC: 'ssh.example:22' })!.sshAddress).toEqual({
      host: 'ssh.example',
      port: 22,
    })
  })

  it.each(['ssh.example', 'ssh.example:0', 'ssh.example:65536', 'ssh.example:99999', 'a b:22'])(
    'refuse %s as the address for controllers',
    (address) => {
      expect(() => read({ TUNNEL_SSH_PUBLIC: address })).toThrow('TUNNEL_SSH_PUBLIC')
    },
  )

  it.each([
    'https://cloud.example',
    'https://cloud.example.',
    'https://tunnels.cloud.example',
    'https://example',
  ])('refuse %s, whose pages could set cookies of the platform', (url) => {
    expect(() => read({ TUNNEL_URL: url })).toThrow('neither above nor below')
  })

  it.each([
    ['TUNNEL_PORT', { TUNNEL_PORT: '8080' }, 'PORT'],
    ['TUNNEL_PORT', { PORT: '8081' }, 'PORT'],
    ['TUNNEL_SSH_PORT', { TUNNEL_SSH_PORT: '8081' }, 'TUNNEL_PORT'],
    ['TUNNEL_SSH_PORT', { TUNNEL_SSH_PORT: '1883' }, 'MQTT_PORT'],
    ['TUNNEL_PORT', { TUNNEL_PORT: '9464' }, 'METRICS_PORT'],
    ['TUNNEL_SSH_PORT', { TUNNEL_SSH_HOST: '0.0.0.0', TUNNEL_SSH_PORT: '8080' }, 'PORT'],
    ['TUNNEL_SSH_PORT', { HOST: '::', TUNNEL_SSH_HOST: '192.0.2.1', TUNNEL_SSH_PORT: '8080' }, 'PORT'],
  ])('refuse as %s a port that something else listens on: %j', (name, more, other) => {
    expect(() => read(more)).toThrow(`${name}: must not be the port in ${other}`)
  })

  it('let a port be used on another address, and let the system choose', () => {
    expect(read({ TUNNEL_SSH_HOST: '192.0.2.1', TUNNEL_SSH_PORT: '8080' })!.sshPort).toBe(8080)
    expect(read({ TUNNEL_PORT: '0', TUNNEL_SSH_PORT: '0' })!.port).toBe(0)
    expect(read({ MQTT_URL: 'mqtt://broker.example', TUNNEL_SSH_PORT: '1883' })!.sshPort).toBe(1883)
  })

  it('allow a name that only ends alike, and no pages in clear beside a platform that is encrypted', () => {
    expect(read({ TUNNEL_URL: 'https://mycloud.example' })!.url).toBe('https://mycloud.example')
    expect(() => read({ TUNNEL_URL: 'http://devices.example' })).toThrow('must start with https://')
  })
})
