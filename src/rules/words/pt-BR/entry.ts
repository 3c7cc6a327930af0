import type { SiteRole } from '../../roles.ts'

export const email = 'E-mail'
export const name = 'Nome'
export const password = 'Senha'
export const newPassword = 'Nova senha'
export const passwordHint = 'Use pelo menos {least} caracteres.'
export const code = 'Código'
export const codeHint = 'Digite o código do seu aplicativo autenticador ou um código de recuperação.'
export const signIn = 'Entrar'
export const signInWith = 'Entrar com {name}'
export const wrong = 'E-mail ou senha incorretos'
export const forgot = 'Esqueceu a senha?'
export const forgotLead = 'Digite seu endereço de e-mail para receber um link e criar uma nova senha.'
export const sendLink = 'Enviar link'
export const linkSent =
  'Se houver uma conta com este endereço, um e-mail está a caminho. O link funciona uma vez, por {hours} horas.'
export const noMail =
  'O e-mail não está configurado aqui. Peça ao operador deste serviço que execute este comando no servidor. Ele mostra um link para você entrar uma vez.'
export const backToSignIn = 'Voltar para o login'
export const forgottenCommand = '{tidemark} user link --email {email}'
export const linkFor = 'Com este link, você entra como {email}, sem senha. Ele funciona uma vez.'
export const signInExpired = 'Este link expirou. Um link de login funciona uma vez, por {hours} horas.'
export const you = 'voce@example.com'
export const setUpLead = 'Esta conta será proprietária de todos os sites existentes e dos que você adicionar.'
export const createAccount = 'Criar conta'
export const setUpExpired =
  'Um link de configuração funciona uma vez, por {hours} horas. Execute este comando no servidor para obter um novo.'
export const setUpMissing =
  'Ao iniciar, o Tidemark mostra um link depois de “Set up:”. Abra esse link ou execute este comando no servidor para obter um novo.'
export const setUpCommand = '{tidemark} user link'
export const setUpDone = 'O Tidemark está configurado.'
export const noAccount =
  'Nenhuma conta foi configurada ainda. Ao iniciar, o Tidemark mostra um link depois de “Set up:”. Abra esse link ou execute este comando no servidor para obter um novo.'
export const invitedSite = 'Você recebeu um convite para {to} como {role}.'
export const invitedHasAccount = 'Você já tem uma conta. Entre com sua senha para aceitar.'
export const accept = 'Aceitar convite'
export const inviteExpired = 'Um convite funciona uma vez, por {days} dias. Peça um novo a quem convidou você.'
export const roles: Readonly<Record<SiteRole, string>> = {
  owner: 'proprietário',
  admin: 'administrador',
  editor: 'editor',
  billing: 'contato de cobrança',
  viewer: 'leitor',
  guest_editor: 'editor convidado',
  guest_viewer: 'leitor convidado',
}
export const savePassword = 'Salvar senha'
export const revokeKeys = 'Revogar todas as chaves de API desta conta'
export const revokeKeysHint =
  'Escolha esta opção se outra pessoa pode ter usado a conta. Caso contrário, suas chaves continuam funcionando.'
export const resetExpired = 'Um link para uma nova senha funciona uma vez, por {hours} horas.'
export const openDashboard = 'Abrir painel'
export const shareLead = 'Este painel está protegido por senha.'
export const framed = 'A senha não pode ser digitada dentro de outra página. Abra o painel em uma nova aba.'
export const openInTab = 'Abrir em uma nova aba'
