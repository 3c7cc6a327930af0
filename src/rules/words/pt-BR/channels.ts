export const channels = 'Canais'
export const lead =
  'Chats e webhooks que podem receber relatórios e avisos. Escolha-os abaixo, ao lado dos endereços de e-mail.'
export const none = 'Nenhum canal ainda. Adicione um para receber relatórios e avisos onde sua equipe conversa.'
export const services = {
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  teams: 'Microsoft Teams',
  ntfy: 'ntfy',
  webhook: 'Webhook',
}
export const help = {
  slack: 'No Slack, crie um app com um webhook de entrada e copie o endereço.',
  discord: 'Nas configurações do canal do Discord, abra Integrações, depois Webhooks, e copie o endereço do webhook.',
  telegram: 'Crie um bot com o @BotFather, adicione-o ao grupo e digite o token e o número do chat.',
  teams:
    'No Teams, crie o fluxo de trabalho “Enviar alertas de webhook para um canal” e copie o endereço. Os conectores do Office 365 não funcionam mais.',
  ntfy: 'O endereço de um tópico. Quem sabe o nome pode lê-lo, então escolha um difícil de adivinhar.',
  webhook: 'Recebe JSON assinado, para que o seu programa reconheça as mensagens verdadeiras.',
}
export const service = 'Serviço'
export const fields = { address: 'Endereço', token: 'Token', chat: 'Chat' }
export const addressHint = 'Por exemplo {example}. A partir de agora ele só aparece em parte.'
export const serverHint = 'Deixe em branco para {example}.'
export const tokenHint = 'Deixe em branco se o tópico for aberto. Caso contrário, um token de acesso ou usuário:senha.'
export const chatHint = 'Por exemplo -1001234567890, ou @nome para um canal público.'
export const name = 'Nome'
export const optional = 'Opcional.'
export const add = 'Adicionar canal'
export const added = 'Canal adicionado'
export const change = 'Alterar'
export const changeOf = 'Alterar canal: {name}'
export const changeHint = 'Deixe em branco para manter.'
export const save = 'Salvar'
export const saved = 'Canal salvo'
export const broken = 'Com falha'
export const brokenLead =
  'Nada é enviado para {name} desde {time}: {failure}. Digite o endereço de novo ou envie um teste.'
export const testOf = 'Enviar um teste: {name}'
export const testSent = 'Teste enviado para {name}'
export const secret = 'Novo segredo'
export const secretOf = 'Novo segredo de assinatura: {name}'
export const secretAsk = 'Criar um novo segredo de assinatura para {name}?'
export const secretLead = 'As mensagens passam a ser assinadas com o novo segredo na hora. O anterior deixa de valer.'
export const secretMade =
  'Copie este segredo agora. Você não poderá vê-lo de novo. O seu programa confere as assinaturas com ele.'
export const copySecret = 'Copiar segredo'
export const done = 'Concluir'
export const remove = 'Excluir'
export const removeOf = 'Excluir canal: {name}'
export const removeAsk = 'Excluir o canal {name}?'
export const removeLead = 'Relatórios e avisos deixam de ser enviados para lá.'
export const removed = 'Canal excluído'
