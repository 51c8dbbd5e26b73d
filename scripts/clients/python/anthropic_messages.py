from anthropic import Anthropic, beta_tool
from cells import call, city, expect, key, run, url, words

client = Anthropic(api_key=key, base_url=url, max_retries=0)
tools = [{"name": "weather", "description": "The weather", "input_schema": city}]
limits = {"max_tokens": 4096}


def user(text):
    return [{"role": "user", "content": text}]


def text_of(message):
    return "".join(block.text for block in message.content if block.type == "text")


def whole(upstream):
    message = client.messages.create(model=upstream["model"], messages=user(words), **limits)
    expect(text_of(message) == words, text_of(message))


def ask_streamed(upstream, messages, **more):
    with client.messages.stream(model=upstream["model"], messages=messages, **limits, **more) as stream:
        for _ in stream:
            pass
        return stream.get_final_message()


def stream(upstream):
    message = ask_streamed(upstream, user(words))
    expect(text_of(message) == words, text_of(message))


@beta_tool
def weather(city: str) -> str:
    """The weather of a city."""
    return f"four degrees in {city}"


def with_tools(upstream):
    message = ask_streamed(upstream, user(call), tools=tools)
    called = [block for block in message.content if block.type == "tool_use"]
    expect(called and called[0].input == {"city": "Oslo"}, message)
    # The runner continues by threads, and goes on without them where it is told that there are none.
    runner = client.beta.messages.tool_runner(model=upstream["model"], messages=user(call), tools=[weather], **limits)
    expect("four degrees in Oslo" in text_of(runner.until_done()), "the result was not understood")


run("messages", whole=whole, stream=stream, tools=with_tools)
