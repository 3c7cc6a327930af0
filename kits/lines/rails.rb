# config/application.rb, after `require_relative '../lib/tidemark'`
config.middleware.insert_before 0, Tidemark::Kit, ip_of: ->(env) { ActionDispatch::Request.new(env).remote_ip }
# Without the script: config.middleware.insert_before 0, Tidemark::Kit, carry: false, count: true, ip_of: ->(env) { ActionDispatch::Request.new(env).remote_ip }
