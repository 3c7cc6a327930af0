export const title = 'Autenticação em duas etapas'
export const lead = 'Ao entrar, também é pedido um código de um aplicativo no seu celular.'
export const isOff = 'Desativada'
export const isOn = {
  one: 'Ativada. Resta {count} código de recuperação.',
  many: 'Ativada. Restam {count} de códigos de recuperação.',
  other: 'Ativada. Restam {count} códigos de recuperação.',
} as const
export const turnOn = 'Ativar'
export const turnOff = 'Desativar'
export const setUp = 'Configurar a autenticação em duas etapas'
export const currentPassword = 'Senha atual'
export const start = 'Começar'
export const scanLead =
  'Escaneie o QR code com seu aplicativo autenticador. Depois, digite os seis dígitos que o aplicativo mostra.'
export const qrCode = 'QR code para o seu aplicativo autenticador'
export const secretLead = 'Se não puder escanear, digite esta chave no aplicativo:'
export const copySecret = 'Copiar chave'
export const openApp = 'Abrir no aplicativo'
export const code = 'Código'
export const codeHint = 'Seis dígitos. O código muda a cada 30 segundos.'
export const anyCodeHint = 'Digite o código do seu aplicativo autenticador ou um código de recuperação.'
export const codesLead =
  'Cada um destes códigos permite entrar uma vez se você perder o celular. Copie-os agora e guarde-os em um lugar seguro. Não será possível vê-los novamente.'
export const copyCodes = 'Copiar códigos de recuperação'
export const done = 'Concluir'
export const turnedOff = 'Autenticação em duas etapas desativada'
export const offTitle = 'Desativar a autenticação em duas etapas'
