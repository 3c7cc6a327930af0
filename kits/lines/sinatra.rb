# config.ru
require_relative 'tidemark'
use Tidemark::Kit
# Without the script: use Tidemark::Kit, carry: false, count: true
run Sinatra::Application
